import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

/** Texts that have broken programs: names of `Object.prototype`, halves of characters, what SQL, paths and mails give a meaning. */
export const hostileTexts = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'b\uDFFF',
  '\u200B',
  '\u202Egnp.exe',
  'é'.normalize('NFD'),
  '😀a',
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
  'a\r\nBcc: b@example.com',
  '<script>',
  'NaN',
  '1e400',
  '0x10',
  '-0',
  '9'.repeat(40),
  'x'.repeat(6000),
];

const hostileNumbers = [0, -0, -1, 0.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308, 1e-320];

/** Of another kind than whatever was expected. */
const hostileKinds: unknown[] = [null, true, [], {}, [[]], { toString: 1 }, { length: 1e9 }, nested(2000)];

/** Makes inputs that the schema takes, with `known` values for the fields that name something which must be there. */
export function sampleInput(type: z.ZodMiniType, known: Readonly<Record<string, unknown>>): () => unknown {
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Json;
  return () => sample(schema, '', known);
}

/** Every place of a value, with the value itself (the empty path). */
export function placesOf(value: unknown, above: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [above];
  return [above, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...above, name]))];
}

/** What is put in a place: of the kind that is expected there, and of others. */
export function hostileValues(value: unknown, place: Path): unknown[] {
  const expected = place.reduce((inner, name) => (inner as Json)[name], value);
  if (typeof expected === 'string') return [...hostileTexts, 1e308, ...hostileKinds];
  return [...(typeof expected === 'number' ? hostileNumbers : []), '', '__proto__', '\u0000', ...hostileKinds];
}

/** A copy with another value at a place. */
export function withAt(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy: Json = Array.isArray(value) ? ([...(value as unknown[])] as never) : { ...(value as Json) };
  copy[name] = withAt(copy[name], rest, replacement);
  return copy;
}

function sample(schema: Json, field: string, known: Readonly<Record<string, unknown>>): unknown {
  if (Object.hasOwn(known, field)) return known[field];
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Json[] | undefined;
  if (branches) return sample(branches.find(({ type }) => type === 'object') ?? branches[0]!, field, known);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (schema['type']) {
    case 'object': {
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
      return Object.fromEntries(properties.map(([name, inner]) => [name, sample(inner, name, known)]));
    }
    case 'array':
      return [sample((schema['items'] ?? {}) as Json, field, known)];
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return true;
    default:
      return sampleText(schema);
  }
}

let texts = 0;

function sampleText({ format, minLength }: Json): string {
  if (format === 'uuid') return randomUUID();
  if (format === 'date') return '2026-11-27';
  if (format === 'date-time') return '2026-11-27T12:00:00Z';
  return `smile ${texts++}`.padEnd(Number(minLength ?? 0), 'x');
}

/** Arrays in arrays, deeper than a stack that descends carelessly. */
function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}
