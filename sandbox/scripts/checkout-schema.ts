import { fileURLToPath } from 'node:url';
import { createGenerator, type Schema } from 'ts-json-schema-generator';

export const schemaFile = fileURLToPath(
  new URL('../src/checkout/sessions/session-create.schema.generated.json', import.meta.url),
);

/** The text of the schema file: Stripe's own TypeScript type, read as what may be sent in a form. */
export function checkoutSchemaText(): string {
  const type = 'CheckoutSessionCreate';
  const schema = createGenerator({
    path: fileURLToPath(new URL('session-create-params.ts', import.meta.url)),
    tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
    type,
    jsDoc: 'none',
    skipTypeCheck: true,
  }).createSchema(type);
  return `${withStableNames(JSON.stringify(asSentOnTheWire(schema), null, 1))}\n`;
}

/**
 * Three things the type leaves open are closed for the one API version that the package is pinned to: enums also allow
 * `OtherString`, whole numbers are only `number`, and `Decimal` is a class where the form carries digits.
 */
function asSentOnTheWire(schema: Schema): Schema {
  const definitions = Object.fromEntries(
    Object.entries(schema.definitions ?? {})
      .filter(([name]) => name !== 'OtherString')
      .map(([name, definition]) => [name, name === 'Decimal' ? decimal : closed(name, definition)]),
  );
  return { ...schema, definitions };
}

const decimal: Schema = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };
const otherString = '#/definitions/OtherString';

function closed(name: string, node: unknown): Schema | boolean {
  if (Array.isArray(node)) return node.map((item) => closed(name, item)) as unknown as Schema;
  if (typeof node !== 'object' || node === null) return node as boolean;
  const { anyOf, ...rest } = node as Schema;
  if (anyOf?.some((option) => typeof option === 'object' && option.$ref === otherString)) {
    return { ...rest, type: 'string', enum: anyOf.flatMap((option) => constOf(option)) };
  }
  const entries = Object.entries(node).map(([key, value]) => [key, closed(key, value)]);
  const result = Object.fromEntries(entries) as Schema;
  return result.type === 'number' && !name.endsWith('_percent') ? { ...result, type: 'integer' } : result;
}

function constOf(option: Schema | boolean): string[] {
  if (typeof option !== 'object' || option.$ref === otherString) return [];
  if (typeof option.const !== 'string')
    throw new Error(`An open enum holds more than words: ${JSON.stringify(option)}`);
  return [option.const];
}

/** Types without a name are called after a hash of the path they were read from, which differs by machine. */
function withStableNames(text: string): string {
  const names = new Map<string, string>();
  return text.replace(/def-interface-[\d-]+/g, (name) => {
    const stable = names.get(name) ?? `Unnamed${names.size + 1}`;
    names.set(name, stable);
    return stable;
  });
}
