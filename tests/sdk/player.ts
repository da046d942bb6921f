// Two seats of a generated TypeScript client play Shithead against a bot; every union is narrowed by its tag, down to `never`.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";
import { holds, keyOf, shuffled, words } from "./verifier.js";

type Schemas = components["schemas"];
type Move = Schemas["ShitheadMove"];
type Event = Schemas["ShitheadEvent"];
type Table = Schemas["ShitheadTable"];

const client = createClient<paths>({ baseUrl: process.argv[2]! });
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

function assert(fact: unknown, what: string): asserts fact {
  if (!fact) throw new Error(what);
}

function never(value: never): never {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`);
}

/** How gladly a sensible player makes it: the least first. */
function weight(move: Move): number {
  switch (move.type) {
    case "ready": return 0;
    case "play": return "3456789JQKA2T".indexOf(move.cards[0]![0]!) * 4 - move.cards.length;
    case "pick_up": return 0;
    case "flip": return move.index;
    case "swap": return 1_000;
    default: return never(move);
  }
}

function told(event: Event): string {
  switch (event.type) {
    case "dealt_down": case "dealt_up": case "dealt_hand": case "swapped": case "played":
    case "flipped": case "picked_up": case "pile_burned": case "drew":
      return `${event.cards} from ${event.from.zone} to ${event.to.zone}`;
    case "said_ready": case "play_began": case "revealed": case "seat_left":
    case "abandon_voted": case "abandon_vote_withdrawn": return `${event.type} ${event.seat}`;
    case "went_out": return `${event.seat} is out, place ${event.place}`;
    case "seat_taken": return `${event.name} takes ${event.seat}`;
    case "bot_took_over": return `${event.name}, ${event.level}, takes ${event.seat} over`;
    case "host_changed": return `host is ${event.host}`;
    case "game_started": return `game ${event.number}`;
    case "game_over": return `${event.result.shithead} is the shithead`;
    case "series_over": return `${event.standings.not_shithead}`;
    case "abandoned": return event.reason;
    default: return never(event);
  }
}

function last(view: Schemas["ShitheadView"]): string {
  const move = view.last;
  if (move === null) return "nothing yet";
  switch (move.type) {
    case "swap": return `${move.hand} for ${move.table}`;
    case "ready": return `${move.seat} is ready`;
    case "play": return `${move.cards} from ${move.from}`;
    case "pick_up": return `${move.count} picked up`;
    case "flip": return `${move.card} ${move.ok}`;
    default: return never(move);
  }
}

async function refusals(id: string, token: string, move: Move, version: number): Promise<void> {
  const params = { path: { id } };
  const nonsense: Move = { type: "play", cards: ["7c", "7c"] };
  const refused = await client.POST("/v1/shithead/tables/{id}/moves", { params, headers: as(token), body: nonsense });
  assert(refused.response.status === 409 && refused.error && "clause" in refused.error, "no refusal");
  const verdict = await client.POST("/v1/shithead/tables/{id}/moves/check", { params, headers: as(token), body: nonsense });
  assert(verdict.data?.refusal?.code === refused.error.code, "check and play disagree");
  const stale = await client.POST("/v1/shithead/tables/{id}/moves", {
    params: { ...params, header: { "If-Match": `"${version - 1}"` } }, headers: as(token), body: move,
  });
  assert(stale.response.status === 412 && stale.error && "table" in stale.error, "no 412");
  assert(stale.error.table.version === version, "another version");
}

async function replayed(id: string, token: string, move: Move): Promise<Table> {
  const send = () => client.POST("/v1/shithead/tables/{id}/moves", {
    params: { path: { id }, header: { "Idempotency-Key": key } }, headers: as(token), body: move,
  });
  const key = crypto.randomUUID();
  const [first, again] = [await send(), await send()];
  assert(first.data && JSON.stringify(first.data) === JSON.stringify(again.data), "another answer");
  assert(first.response.headers.get("Idempotent-Replayed") === null, "replayed at once");
  assert(again.response.headers.get("Idempotent-Replayed") === "true", "made twice");
  return first.data.table;
}

async function fair(id: string, commitment: string): Promise<void> {
  const key = keyOf("01".repeat(32), "t", 1, ["a", "b"]);
  assert(key.toString("hex") === "35073872c17681e8a8b022bca842c6662a4ead81b6e46c367e9ca71af47d5227", "another key");
  assert(shuffled(words(key, 3), ["Ac", "2c", "3c", "4c", "5c"]).join() === "2c,4c,5c,3c,Ac", "another deck");
  const { data: proof } = await client.GET("/v1/shithead/tables/{id}/proof", { params: { path: { id } } });
  assert(proof && holds(proof, commitment), "the proof does not hold");
  assert(!holds({ ...proof, client_seeds: [...proof.client_seeds, "x"] }, commitment), "a false proof holds");
}

const made = await client.POST("/v1/shithead/tables", {
  body: { seats: 3, name: "Ada", bots: ["regular"], client_seed: "from-Ada" },
});
assert(made.data, "no table");
const id = made.data.table.id;
const params = { path: { id } };
const joined = await client.POST("/v1/shithead/tables/{id}/seats", { params, body: { name: "Grace" } });
assert(joined.data?.token, "no seat");
const tokens = new Map([[0, made.data.token], [2, joined.data.token]]);
let table: Table = joined.data.table;
let moves = 0;
while (table.status === "playing") {
  const token = table.actors.map((seat) => tokens.get(seat)).find((one) => one !== undefined)!;
  const mine = (await client.GET("/v1/shithead/tables/{id}", { params, headers: as(token) })).data;
  assert(mine?.moves && mine.view, "nothing to do");
  last(mine.view);
  const move = mine.moves.reduce((best, one) => (weight(one) < weight(best) ? one : best));
  if (moves === 5) {
    await refusals(id, token, move, mine.version);
    table = await replayed(id, token, move);
  } else {
    const done = await client.POST("/v1/shithead/tables/{id}/moves", { params, headers: as(token), body: move });
    assert(done.data, JSON.stringify(done.error));
    table = done.data.table;
    for (const update of done.data.updates) update.events.forEach(told);
  }
  moves += 1;
  assert(moves < 3_000, "the game does not end");
}
const history = await client.GET("/v1/shithead/tables/{id}/events", { params: { ...params, query: { limit: 1_000 } } });
assert(history.data, "no history");
assert(history.data.updates.every((update, i) => update.version === i + 1), "a gap");
assert(history.data.updates.some((update) => update.cause === "bot"), "no bot moved");
await fair(id, made.data.table.commitment);
assert(table.status === "finished" && table.result, "no result");
console.log(`TypeScript: ${moves} moves, seat ${table.result.shithead} is the shithead`);
