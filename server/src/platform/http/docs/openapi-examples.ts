type Json = Record<string, unknown>;

const time = '2026-11-27T09:30:00.000Z';
const id = '0199aa00-0000-7000-8000-000000000001';

const token = 'Zm9yLXRoZS1leGFtcGxlLW9ubHktMDEyMzQ1Njc4OTA';

/** Values of the examples by field name; other fields get a value derived from their schema. */
const values: Record<string, unknown> = {
  error: 'Some fields need your attention.',
  message: 'Done',
  name: 'Anna Kovács',
  email: 'anna@example.com',
  password: 'seven green bicycles',
  currentPassword: 'seven green bicycles',
  newPassword: 'eleven quiet rivers',
  token,
  registrationKey: token,
  textVersion: '2026-11-27',
  totpCode: '123456',
  code: '123456',
  filename: '0199aa00-0000-7000-8000-000000000001.jpg',
  originalName: 'grandmother.jpg',
  photoUrl: '/uploads/0199aa00-0000-7000-8000-000000000001.jpg?e=1764236400&s=c2lnbmF0dXJl',
  serviceProviderUrl: 'https://api.lumalabs.ai/dream-machine/v1',
  prompt: 'The person in the photo begins to smile.',
  key: 'face_forward',
  icon: '/card-icons/face-forward.svg',
  partnerName: 'Anna Kovács',
  partnerAddress: 'Példa utca 1.',
  partnerCity: 'Budapest',
  partnerPostCode: '1011',
  partnerCountry: 'HU',
  partnerTaxNumber: '12345678-1-42',
  fingerprint: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

/** An example value that is valid for a schema. @param named the schemas that it may refer to */
export function exampleOf(schema: Json, named: Record<string, Json>): unknown {
  return build(schema, undefined, named);
}

function build(schema: Json, name: string | undefined, named: Record<string, Json>): unknown {
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return build(named[$ref.split('/').at(-1) ?? ''] ?? {}, name, named);
  const own = name === undefined ? undefined : values[name];
  const choices = (anyOf ?? oneOf) as Json[] | undefined;
  if (choices) {
    const fitting = choices.find((choice) => choice['type'] === typeof own) ?? choices[0] ?? {};
    return build(fitting, name, named);
  }
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (fits(own, schema)) return own;
  if (allOf && type === undefined)
    return Object.assign({}, ...(allOf as Json[]).map((part) => build(part, name, named)));
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  switch (type) {
    case 'object':
      return buildObject(schema, named);
    case 'array':
      return [build((schema['items'] ?? {}) as Json, name, named)];
    case 'string':
      return buildText(schema);
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Whether a value has the schema's type and matches its pattern, if it has one. */
function fits(value: unknown, { type, pattern, enum: choices }: Json): boolean {
  if (value === undefined || type !== typeof value || choices !== undefined) return false;
  return typeof pattern !== 'string' || (typeof value === 'string' && new RegExp(pattern, 'u').test(value));
}

function buildObject(schema: Json, named: Record<string, Json>): Json {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  return Object.fromEntries(properties.map(([name, property]) => [name, build(property, name, named)]));
}

function buildText({ format, minLength }: Json): string {
  if (format === 'uuid') return id;
  if (format === 'date-time') return time;
  if (format === 'date') return time.slice(0, 10);
  if (format === 'uri') return 'https://example.com/';
  return 'text'.padEnd(Number(minLength ?? 0), '.');
}
