import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { api } from './api.ts';

/** Prefixes that some schema of the contract allows. */
const beginnings = [
  '',
  'a',
  'abcdefgh',
  'a'.repeat(43),
  'fa-a',
  '/card-icons/a.svg',
  'a@example.com',
  'http://a.example/',
  '2026-11-27',
  '0199aa00-0000-7000-8000-000000000001',
];
const unkeepable = beginnings.flatMap((text) => [`${text}\0`, `\0${text}`, `${text}\uD800`, `\uDC00${text}`]);

const texts = api.flatMap(({ name, endpoint: { params, query, body } }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? textsOf(schema).map(([path, text]): [string, z.ZodMiniType] => [`${name} ${part}${path}`, text]) : [],
  ),
);

test('finds the text fields of all requests', () => {
  expect(texts.length).toBeGreaterThan(100);
});

test('no text field of a request accepts NUL or half of a surrogate pair', () => {
  const taken = texts.filter(([, text]) => unkeepable.some((value) => text.safeParse(value).success));
  expect(taken.map(([name]) => name)).toEqual([]);
});

/** The properties by which each kind of schema contains others. */
interface Def {
  type: string;
  shape: Record<string, z.ZodMiniType>;
  options: z.ZodMiniType[];
  element: z.ZodMiniType;
  keyType: z.ZodMiniType;
  valueType: z.ZodMiniType;
  innerType: z.ZodMiniType;
  out: z.ZodMiniType;
}

/** All text schemas inside a schema, with their paths. */
function textsOf(schema: z.ZodMiniType, path = ''): [string, z.ZodMiniType][] {
  const def = schema._zod.def as unknown as Def;
  switch (def.type) {
    case 'string':
      return [[path, schema]];
    case 'object':
      return Object.entries(def.shape).flatMap(([key, value]) => textsOf(value, `${path}.${key}`));
    case 'array':
      return textsOf(def.element, `${path}[]`);
    case 'union':
      return def.options.flatMap((option) => textsOf(option, path));
    case 'record':
      return [...textsOf(def.keyType, `${path}{}`), ...textsOf(def.valueType, `${path}{}`)];
    case 'optional':
    case 'nullable':
    case 'default':
      return textsOf(def.innerType, path);
    case 'pipe':
      return textsOf(def.out, path);
    case 'number':
    case 'boolean':
    case 'null':
    case 'enum':
    case 'literal':
      return [];
    default:
      throw new Error(`What texts a ${def.type} holds is not known here (${path})`);
  }
}
