"""Marshmallow schemas derived from the types of rules and answers, each a named component of the OpenAPI document.

A struct becomes a schema, a union of tagged structs a `Union` schema, an enumeration a component of its own. What
clients send forbids unknown fields and leaves defaults out; what goes out is complete and stays open for new fields.
"""

import re
from collections.abc import Mapping
from enum import Enum
from functools import reduce
from operator import or_
from typing import Any, ClassVar

import marshmallow as ma
import msgspec
import msgspec.inspect as mi
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import fields, validate


class Integer(fields.Integer):
    """An integer of JSON Schema: 1.0 is one; true, "1" and 1.5 are not. In a query it is text: digits."""

    text = False

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if self.text and isinstance(value, str) and _DIGITS.fullmatch(value):
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        return value


_DIGITS = re.compile(r"-?[0-9]{1,18}")


class Boolean(fields.Boolean):
    """true or false, and nothing that looks like it. In a query it is text: these two words."""

    text = False

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if self.text and value in ("true", "false"):
            value = value == "true"
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Const(fields.String):
    """The tag of a union's variant."""

    def __init__(self, value: str) -> None:
        super().__init__(required=True, validate=validate.Equal(value))
        self.const = value


class NamedEnum(fields.String):
    """One of several strings, a component of its own in the document."""

    def __init__(self, name: str, values: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(validate=validate.OneOf(values), **kwargs)
        self.enum_name, self.values = name, values


class Model(ma.Schema):
    """A struct."""

    component: ClassVar[str]
    text: ClassVar[str]
    closed: ClassVar[bool]


class Union(ma.Schema):
    """One of several structs, told by its field `type`."""

    component: ClassVar[str]
    variants: ClassVar[Mapping[str, type[Model]]]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._loaded = {tag: variant() for tag, variant in self.variants.items()}

    def load(self, data: Any, *, many: bool | None = None, partial: Any = None, unknown: Any = None) -> Any:
        if not isinstance(data, dict):
            raise ma.ValidationError({"_schema": ["Invalid input type."]})
        tag = data.get("type")
        variant = self._loaded.get(tag) if isinstance(tag, str) else None
        if variant is None:
            raise ma.ValidationError({"type": [f"Must be one of: {', '.join(self.variants)}."]})
        return variant.load(data)

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        if many or (many is None and self.many):
            return [self.dump(one, many=False) for one in obj]
        return self._loaded[obj["type"]].dump(obj)


class Derived:
    """The schemas of one set of types: those of a game carry its name, the others are shared by all games."""

    def __init__(
        self,
        prefix: str,
        home: str,
        names: Mapping[Any, str],
        shared: dict[str, type[ma.Schema]],
        inputs: Mapping[Any, str] | None = None,
        sent: frozenset[Any] = frozenset(),
    ) -> None:
        """Takes how a game's components begin, and the package of its own types.

        Besides: names for types that need one (unions, values of literals); the schemas shared by all games, which
        it adds to; names of types that look otherwise when clients send them; types that look the same both ways.
        """
        self._prefix = prefix
        self._home = home
        self._names = names
        self._shared = shared
        self._inputs = inputs or {}
        self._sent = sent
        self._own: dict[str, type[ma.Schema]] = {}

    def incoming(self, kind: Any) -> type[ma.Schema]:
        """The schema of what clients send."""
        return self._schema(mi.type_info(kind), incoming=True)

    def query(self, kind: Any) -> type[ma.Schema]:
        """The schema of a query string."""
        schema = self.incoming(kind)
        for field in schema._declared_fields.values():
            if isinstance(field, Integer | Boolean):
                field.text = True
        return schema

    def outgoing(self, kind: Any) -> type[ma.Schema]:
        """The schema of what goes out."""
        return self._schema(mi.type_info(kind), incoming=False)

    def _schema(self, info: Any, *, incoming: bool) -> type[ma.Schema]:
        if isinstance(info, mi.UnionType):
            return self._union(info, incoming=incoming)
        return self._struct(info, incoming=incoming)

    def _struct(self, info: mi.StructType, *, incoming: bool) -> type[ma.Schema]:
        cls: Any = info.cls
        origin = getattr(cls, "__origin__", cls)
        generic = origin is not cls
        own = generic or (bool(self._home) and origin.__module__.startswith(self._home))
        name = (incoming and self._inputs.get(cls)) or self._names.get(cls, origin.__name__)
        prefix = self._prefix if own else ""
        component = prefix + name
        bucket = self._own if own else self._shared
        if component in bucket:
            return bucket[component]
        members: dict[str, Any] = {
            field.encode_name: self._field(
                field.type,
                # Named by the type itself: its values are the same whichever way it goes.
                name=prefix + origin.__name__ + field.encode_name.title().replace("_", ""),
                incoming=incoming,
                required=field.required or not (incoming or origin.__struct_config__.omit_defaults),
                default=field.default,
            )
            for field in info.fields
        }
        if info.tag is not None:
            members = {"type": Const(str(info.tag)), **members}
        schema: type[Model] = type(
            component,
            (Model,),
            {
                "component": component,
                "text": (origin.__doc__ or "").strip(),
                "closed": incoming or cls in self._sent,
            },
        )
        # Not as attributes of the class: a field may be called `from` or `fields`.
        schema._declared_fields = members
        bucket[component] = schema
        return schema

    def _union(self, info: mi.UnionType, *, incoming: bool, name: str = "") -> type[ma.Schema]:
        structs = [one for one in info.types if isinstance(one, mi.StructType)]
        kinds = reduce(or_, (one.cls for one in structs))
        component = self._prefix + self._names[kinds] if kinds in self._names else name
        if component in self._own:
            return self._own[component]
        variants = {str(one.tag): self._struct(one, incoming=incoming) for one in structs}
        schema = type(component, (Union,), {"component": component, "variants": variants})
        self._own[component] = schema
        return schema

    def _field(
        self, info: Any, *, name: str, incoming: bool, required: bool, default: Any = msgspec.NODEFAULT
    ) -> Any:
        extra: dict[str, Any] = {}
        while isinstance(info, mi.Metadata):
            extra |= info.extra_json_schema or {}
            info = info.type
        allow_none = False
        if isinstance(info, mi.UnionType) and info.includes_none:
            allow_none = True
            rest = tuple(one for one in info.types if not isinstance(one, mi.NoneType))
            info = rest[0] if len(rest) == 1 else mi.UnionType(rest)
            while isinstance(info, mi.Metadata):
                extra = (info.extra_json_schema or {}) | extra
                info = info.type
        if incoming and not required and isinstance(default, bool | int | str):
            extra["default"] = default.value if isinstance(default, Enum) else default
        kwargs: dict[str, Any] = {"required": required, "allow_none": allow_none, "metadata": extra}
        return self._plain(info, kwargs, name=name, incoming=incoming)

    def _plain(self, info: Any, kwargs: dict[str, Any], *, name: str, incoming: bool) -> Any:
        match info:
            case mi.BoolType():
                return Boolean(**kwargs)
            case mi.IntType():
                return Integer(validate=_range(info), **kwargs)
            case mi.StrType():
                return fields.String(validate=_string(info), **kwargs)
            case mi.LiteralType() if all(isinstance(value, int) for value in info.values):
                return Integer(validate=validate.OneOf(info.values), **kwargs)
            case mi.LiteralType():
                return NamedEnum(self._enum_name(info, name), tuple(map(str, info.values)), **kwargs)
            case mi.EnumType():
                own = self._prefix + self._names.get(info.cls, info.cls.__name__)
                return NamedEnum(own, tuple(str(one.value) for one in info.cls), **kwargs)
            case mi.VarTupleType() | mi.ListType():
                item = self._field(info.item_type, name=name, incoming=incoming, required=True)
                return fields.List(item, validate=_length(info.min_length, info.max_length), **kwargs)
            case mi.TupleType():
                item = self._field(info.item_types[0], name=name, incoming=incoming, required=True)
                return fields.List(item, validate=validate.Length(equal=len(info.item_types)), **kwargs)
            case mi.DictType():
                values = self._field(info.value_type, name=name, incoming=incoming, required=True)
                return fields.Dict(keys=fields.String(), values=values, **kwargs)
            case mi.StructType():
                return fields.Nested(self._struct(info, incoming=incoming), **kwargs)
            case mi.UnionType():
                return fields.Nested(self._union(info, incoming=incoming, name=name), **kwargs)
            case mi.AnyType() | mi.RawType():
                return fields.Raw(**kwargs)
            case _:
                raise TypeError(f"no schema for {info}")

    def _enum_name(self, info: mi.LiteralType, name: str) -> str:
        return self._names.get(frozenset(info.values), name)


def _range(info: mi.IntType) -> validate.Range | None:
    low = info.ge if info.gt is None else info.gt + 1
    high = info.le if info.lt is None else info.lt - 1
    return None if low is None and high is None else validate.Range(low, high)


def _length(low: int | None, high: int | None) -> validate.Length | None:
    return validate.Length(low or None, high) if low or high is not None else None


def _string(info: mi.StrType) -> list[Any]:
    checks: list[Any] = []
    if length := _length(info.min_length, info.max_length):
        checks.append(length)
    if info.pattern is not None:
        checks.append(validate.Regexp(info.pattern))
    return checks


class Converter(OpenAPIConverter):
    """Writes unions as oneOf with a discriminator, and each schema with its text."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        cls = resolve_schema_cls(schema)
        if isinstance(cls, type) and issubclass(cls, Union):
            resolve: Any = self.resolve_nested_schema
            refs = {tag: resolve(variant) for tag, variant in cls.variants.items()}
            mapping = {tag: ref["$ref"] for tag, ref in refs.items()}
            return {
                "oneOf": list(refs.values()),
                "discriminator": {"propertyName": "type", "mapping": mapping},
            }
        document: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        if isinstance(cls, type) and issubclass(cls, Model):
            document["description"] = cls.text
            document.pop("additionalProperties", None)
            if cls.closed:
                document["additionalProperties"] = False
        return document


class Plugin(MarshmallowPlugin):
    """apispec's plugin with the house's converter; a component is named by its schema."""

    Converter = Converter

    def __init__(self) -> None:
        super().__init__(schema_name_resolver=_component)

    def init_spec(self, spec: Any) -> None:
        super().init_spec(spec)
        converter: Any = self.converter
        converter.add_attribute_function(_const)
        converter.add_attribute_function(_named_enum)


def _component(schema: Any) -> str:
    cls: Any = resolve_schema_cls(schema)
    return str(cls.component)


def _const(_: Any, field: Any, ret: dict[str, Any], **__: Any) -> dict[str, Any]:
    if not isinstance(field, Const):
        return {}
    ret.pop("enum", None)
    return {"const": field.const}


def _named_enum(converter: Any, field: Any, ret: dict[str, Any], **_: Any) -> dict[str, Any]:
    if not isinstance(field, NamedEnum):
        return {}
    components = converter.spec.components
    if field.enum_name not in components.schemas:
        components.schema(field.enum_name, {"type": "string", "enum": list(field.values)})
    ref = components.get_ref("schema", field.enum_name)
    kept = {key: ret[key] for key in ("description", "default") if key in ret}
    ret.clear()
    return ({"anyOf": [ref, {"type": "null"}]} if field.allow_none else dict(ref)) | kept
