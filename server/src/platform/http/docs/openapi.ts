import { api, namedSchemas, type Feature, type NamedEndpoint } from '@keepsake/contract/api';
import { contentEntries, uploadContent, uploadReply } from '@keepsake/contract/photos/content';
import type { Endpoint } from '@keepsake/contract/endpoint';
import { errorBody, errors, type ErrorCode } from '@keepsake/contract/errors';
import { checkFilm } from '@keepsake/contract/films/provenance';
import * as z from 'zod/mini';
import { exampleOf } from './openapi-examples.ts';

export type Json = Record<string, unknown>;

export interface OpenApi extends Json {
  info: { title: string; version: string; description: string; contact: { email: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
}

export interface Operation extends Json {
  operationId: string;
  tags: string[];
  summary: string;
  'x-access': Endpoint['access'];
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; content: Record<string, Media> }>;
}

export interface Media {
  schema: Json;
  example?: unknown;
}

/** The contract as an OpenAPI 3.1 document. @see https://spec.openapis.org/oas/v3.1.1.html */
export function openApi(product: { name: string; url: string; email: string }): OpenApi {
  const schemas = new Schemas();
  const paths: OpenApi['paths'] = {};
  for (const named of api) {
    const path = documentedPath(named.endpoint);
    paths[path] = { ...paths[path], [named.endpoint.method.toLowerCase()]: operation(named, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${product.name} API`,
      version: '1',
      description: 'Amounts are decimal numbers; times are ISO 8601 in UTC.',
      contact: { email: product.email },
    },
    servers: [{ url: product.url }],
    security: [],
    tags: [...new Set(api.map(({ feature }) => feature))].map((name) => ({
      name,
      description: features[name],
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/auth/login.' },
      },
      schemas: schemas.named,
    },
  };
}

/** Descriptions of the features. */
const features: Record<Feature, string> = {
  accounts: 'Accounts and signing in',
  sessions: 'Sessions',
  totp: 'Two-step sign-in',
  users: 'Users',
  pricing: 'Prices',
  prompts: 'Prompts and pictograms',
  content: 'Photos and sets',
  photoChecks: 'What is seen in photos',
  videos: 'Films and their making',
  failedSets: 'Failed films by set',
  shares: 'Shared films',
  provenance: 'Where a film comes from',
  invoice: 'Invoices',
  dataExports: 'Data exports',
  payment: 'Payment',
  ledger: 'The money of orders, and the ledger',
  orders: 'Orders',
  refunds: 'Refunds',
  orderPage: 'Orders in detail',
  customerPage: 'Customers in detail',
  notifications: 'Notifications',
  monitoring: 'Figures, workers and errors',
  audit: 'Audit log',
  site: 'The site',
};

/** A path as the document writes it: calls whose paths differ only in the name of a placeholder share one. */
export function documentedPath({ path }: Endpoint): string {
  const shape = (other: string) => other.replaceAll(/:[a-zA-Z]+/g, ':');
  const first = api.find(({ endpoint }) => shape(endpoint.path) === shape(path))?.endpoint.path ?? path;
  return first.replaceAll(/:([a-zA-Z]+)/g, '{$1}');
}

function operation({ name, feature, endpoint }: NamedEndpoint, schemas: Schemas): Operation {
  const reply = schemas.of(endpoint.reply, 'output');
  return {
    operationId: name,
    tags: [feature],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(needsUser(endpoint) && { security: [{ bearer: [] }] }),
    parameters: [
      ...pathParameters(endpoint, schemas),
      ...(endpoint.query ? parameters('query', schemas.of(endpoint.query, 'input')) : []),
    ],
    ...requestBody(endpoint, schemas),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: endpoint.replyType === 'csv' ? csv(reply) : json(reply, schemas),
      },
      ...refusals(endpoint, schemas),
    },
  };
}

function needsUser({ access }: Endpoint): boolean {
  return access === 'user' || access === 'admin';
}

function json(schema: Json, schemas: Schemas): Record<string, Media> {
  return { 'application/json': { schema, example: exampleOf(schema, schemas.named) } };
}

function csv(schema: Json): Record<string, Media> {
  return { 'text/csv': { schema, example: 'id,date\r\n' } };
}

/** Path parameters, by the names in the documented path. */
function pathParameters(endpoint: Endpoint, schemas: Schemas): Operation['parameters'] {
  if (!endpoint.params) return [];
  const names = [...documentedPath(endpoint).matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name = '']) => name);
  return parameters('path', schemas.of(endpoint.params, 'input')).map((parameter, at) => ({
    ...parameter,
    name: names[at] ?? parameter.name,
  }));
}

function parameters(place: 'path' | 'query', object: Json): Operation['parameters'] {
  const { properties = {}, required = [] } = object as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function requestBody(endpoint: Endpoint, schemas: Schemas): Pick<Operation, 'requestBody'> {
  if (endpoint.bodyType === 'multipart')
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form(endpoint, schemas) } } } };
  if (endpoint.bodyType === 'raw')
    return { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } };
  if (!endpoint.body) return {};
  return { requestBody: { required: true, content: json(schemas.of(endpoint.body, 'input'), schemas) } };
}

/** Fields of multipart forms, which the contract does not describe. @throws Error for a form that is missing here */
function form(endpoint: Endpoint, schemas: Schemas): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  if (endpoint === checkFilm) return { type: 'object', properties: { film: file }, required: ['film'] };
  if (endpoint !== uploadContent) throw new Error(`The form of ${endpoint.method} ${endpoint.path} is not described`);
  const properties = {
    files: { type: 'array', items: file },
    contentEntries: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: schemas.of(contentEntries, 'input'),
      description: 'One entry per file, in the order of the files.',
    },
    bucketId: { type: 'string', format: 'uuid' },
    setKey: { type: 'string', format: 'uuid' },
  };
  return { type: 'object', properties, required: ['files'] };
}

/** The fields of every refusal, and further ones of some. */
const refusal = z.extend(errorBody, {
  /** For `validation_failed` and `password_wrong`: the reason by field, as codes. */
  problems: z.optional(
    z.record(
      z.string(),
      z.object({ code: z.string(), limit: z.optional(z.number()), example: z.optional(z.string()) }),
    ),
  ),
  /** For `prices_not_confirmed`: the parts of the change that need a confirmation. */
  risks: z.optional(z.array(z.string())),
  /** For `changed_meanwhile` and `prices_not_confirmed`: the current reply of the GET call. */
  current: z.optional(z.unknown()),
  /** For `changed_meanwhile`: the revision of `current`. */
  revision: z.optional(z.int()),
  /** For `effect_not_agreed`: each missing agreement, to be sent with the action of its photo. */
  notAgreed: z.optional(z.array(z.object({ contentId: z.string(), promptId: z.string(), agreedTo: z.string() }))),
  /** For `photos_not_checked`: the number of photos that are not checked yet. */
  waiting: z.optional(z.int()),
});
/** `files_rejected` also lists the files that were stored. */
const partlyRefused = z.extend(refusal, uploadReply.shape);

/** Error codes by status, including those that every call with this access shares. */
function refusals(endpoint: Endpoint, schemas: Schemas): Operation['responses'] {
  const codes = new Set([...sharedCodes(endpoint), ...(endpoint.errors ?? [])]);
  const byStatus = Map.groupBy(codes, (code) => errors[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const body = schemas.of(ofStatus.includes('files_rejected') ? partlyRefused : refusal, 'output');
      const [first = 'internal_error'] = ofStatus;
      const schema = { allOf: [body, { type: 'object', properties: { code: { enum: ofStatus } } }] };
      const example = { error: errors[first][1], code: first };
      return [
        String(status),
        {
          description: ofStatus.map((code) => `${code}: ${errors[code][1]}`).join(' '),
          content: {
            'application/json': ofStatus.includes('files_rejected') ? { schema } : { schema, example },
          },
        },
      ];
    }),
  );
}

function sharedCodes(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['internal_error', 'rate_limited', 'service_unavailable', 'malformed_request'];
  const takesBody = endpoint.body !== undefined || endpoint.bodyType !== undefined;
  if (takesBody || endpoint.query || endpoint.params) codes.push('validation_failed');
  // For every call but GET, because a body is read even if the call takes none.
  if (endpoint.method !== 'GET') codes.push('body_too_large', 'unsupported_media_type', 'storage_full');
  if (needsUser(endpoint)) codes.push('not_signed_in');
  if (endpoint.access === 'admin') codes.push('not_allowed', 'second_step_needed');
  if (endpoint.params) codes.push('not_found');
  return codes;
}

/** The contract's schemas as JSON Schemas; named ones are written once and referenced. */
class Schemas {
  /** Named schemas that were referred to, by their names in the document. */
  readonly named: Record<string, Json> = {};
  private readonly names = z.registry<{ id: string }>();
  /** All named schemas, as they appear in replies. */
  private readonly answered: Record<string, Json> = {};
  /** Most refusals and many parts are used by many calls. */
  private readonly known = { input: new Map<z.ZodMiniType, Json>(), output: new Map<z.ZodMiniType, Json>() };

  constructor() {
    const taken = new Set<string>();
    const add = (schema: z.ZodMiniType, wanted: string, feature: string) => {
      if (this.names.has(schema)) return;
      const id = taken.has(wanted) ? `${capital(feature)}${wanted}` : wanted;
      taken.add(id);
      this.names.add(schema, { id });
    };
    add(refusal, 'Error', 'api');
    add(partlyRefused, 'FilesRejected', 'api');
    for (const { name, feature, schema } of namedSchemas) add(schema, capital(name), feature);
    for (const schema of [refusal, partlyRefused, ...namedSchemas.map((named) => named.schema)])
      Object.assign(this.answered, this.convert(schema, 'output').defs);
  }

  /** A schema that refers to the named ones in it. Where a named schema differs between request and reply, the request's is called `…Input`. */
  of(type: z.ZodMiniType, io: 'input' | 'output'): Json {
    const known = this.known[io].get(type) ?? this.describe(type, io);
    this.known[io].set(type, known);
    return known;
  }

  private describe(type: z.ZodMiniType, io: 'input' | 'output'): Json {
    const { schema, defs } = this.convert(type, io);
    const isAsked = (name: string) => JSON.stringify(defs[name]) !== JSON.stringify(this.answered[name]);
    const ids = new Map(
      Object.keys(defs).map((name) => [name, withAllIn(name, defs).some(isAsked) ? `${name}Input` : name]),
    );
    for (const [name, id] of ids) this.named[id] ??= refer(defs[name], ids) as Json;
    return refer(schema, ids) as Json;
  }

  private convert(type: z.ZodMiniType, io: 'input' | 'output'): { schema: Json; defs: Record<string, Json> } {
    const options = { io, metadata: this.names, unrepresentable: 'any', override: leaveOpen };
    const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(type, options as z.core.ToJSONSchemaParams) as Json;
    return { schema, defs: $defs as Record<string, Json> };
  }
}

/** Allows further fields in replies, because later versions may add some. Refusals stay closed. */
function leaveOpen({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Json }): void {
  if (zodSchema !== refusal && zodSchema !== partlyRefused && jsonSchema['additionalProperties'] === false)
    delete jsonSchema['additionalProperties'];
}

const toDefs = '#/$defs/';

/** Rewrites a schema's references so that they point to the document's components. */
function refer(schema: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => refer(part, ids));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, refer(value, ids)];
      const name = value.slice(toDefs.length);
      return [key, `#/components/schemas/${ids.get(name) ?? name}`];
    }),
  );
}

/** A named schema and all that it refers to, transitively. */
function withAllIn(name: string, defs: Record<string, Json>, found = new Set<string>()): string[] {
  if (found.has(name)) return [];
  found.add(name);
  for (const [, inner = ''] of JSON.stringify(defs[name] ?? {}).matchAll(/"#\/\$defs\/([^"]+)"/g))
    withAllIn(inner, defs, found);
  return [...found];
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
