// Checks the proof of a fair deal in TypeScript, from docs/fairness.md alone.
import { createHash, createHmac } from "node:crypto";
import type { components } from "./schema.js";

type Proof = components["schemas"]["ShitheadProof"];

/** The stream of a version, 32-bit numbers. */
export function* words(key: Buffer, version: number): Generator<number, never> {
  for (let counter = 0; ; counter += 1) {
    const block = createHmac("sha256", key).update(`game/${version}/${counter}`).digest();
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

/** A number from 0 to m - 1. */
export function below(stream: Generator<number, never>, m: number): number {
  const limit = 2 ** 32 - (2 ** 32 % m);
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % m;
  }
}

/** Fisher-Yates, from the last index down. */
export function shuffled(stream: Generator<number, never>, pack: readonly string[]): string[] {
  const deck = [...pack];
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = below(stream, i + 1);
    [deck[i], deck[j]] = [deck[j]!, deck[i]!];
  }
  return deck;
}

/** The key of a game. */
export function keyOf(seed: string, table: string, number: number, clientSeeds: readonly string[]): Buffer {
  return createHmac("sha256", Buffer.from(seed, "hex")).update(JSON.stringify([table, number, clientSeeds])).digest();
}

function never(value: never): never {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`);
}

/** Whether all that a game drew follows from its seeds, and these from what was published before it. */
export function holds(proof: Proof, commitment: string): boolean {
  let hashed: Buffer = Buffer.from(proof.seed, "hex");
  for (let i = 0; i < proof.number; i += 1) hashed = createHash("sha256").update(hashed).digest();
  if (hashed.toString("hex") !== commitment) return false;
  const key = keyOf(proof.seed, proof.table, proof.number, proof.client_seeds);
  return proof.draws.every((at) => {
    const stream = words(key, at.version);
    return at.drawn.every((drawn) => {
      switch (drawn.type) {
        case "deck": return shuffled(stream, drawn.pack).join() === drawn.deck.join();
        case "die": return below(stream, 6) + 1 === drawn.value;
        case "lot": return below(stream, drawn.seats) === drawn.seat;
        default: return never(drawn);
      }
    });
  });
}
