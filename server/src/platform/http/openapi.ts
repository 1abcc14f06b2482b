import { api, type NamedEndpoint } from '@keepsake/contract/api';
import type { Endpoint } from '@keepsake/contract/endpoint';
import { errorBody, errors, type ErrorCode } from '@keepsake/contract/errors';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document. @see https://spec.openapis.org/oas/v3.1.1.html */
export function openApi(product: { name: string; url: string }): Json {
  const paths: Record<string, Json> = {};
  for (const named of api) {
    const path = named.endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [named.endpoint.method.toLowerCase()]: operation(named) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${product.name} API`,
      version: '1',
      description: 'Amounts are decimal numbers; times are ISO 8601 in UTC.',
    },
    servers: [{ url: product.url }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/auth/login.' },
      },
      schemas: { Error: schema(errorBody, 'output') },
    },
    paths,
  };
}

function operation({ name, feature, endpoint }: NamedEndpoint): Json {
  return {
    operationId: name,
    tags: [feature],
    summary: endpoint.summary,
    ...(endpoint.access === 'user' || endpoint.access === 'admin'
      ? { security: [{ bearer: [] }], 'x-access': endpoint.access }
      : {}),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: { 'application/json': { schema: schema(endpoint.reply, 'output') } },
      },
      ...refusals(endpoint),
    },
  };
}

function parameters(place: 'path' | 'query', object: z.ZodMiniObject | undefined): Json[] {
  if (!object) return [];
  const { properties = {}, required = [] } = schema(object, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.bodyType === 'multipart') {
    const file = { type: 'string', format: 'binary' };
    const properties = {
      files: { type: 'array', items: file },
      contentEntries: {
        type: 'string',
        description: 'JSON: one entry per file, in the order of the files, each {"actions": [{"promptId", "variety"}]}',
      },
      bucketId: { type: 'string', format: 'uuid' },
      setKey: { type: 'string', format: 'uuid' },
    };
    return {
      requestBody: {
        content: { 'multipart/form-data': { schema: { type: 'object', properties, required: ['files'] } } },
      },
    };
  }
  if (!endpoint.body) return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: schema(endpoint.body, 'input') } } },
  };
}

/** Error codes by status, those that every call of this kind shares included. */
function refusals(endpoint: Endpoint): Json {
  const shared: ErrorCode[] = ['internal_error', 'rate_limited', 'service_unavailable'];
  if (endpoint.body || endpoint.query || endpoint.params) shared.push('validation_failed');
  if (endpoint.access === 'user' || endpoint.access === 'admin') shared.push('not_signed_in');
  if (endpoint.access === 'admin') shared.push('not_allowed', 'second_step_needed');
  if (endpoint.params) shared.push('not_found');
  const byStatus = Map.groupBy([...shared, ...(endpoint.errors ?? [])], (code) => errors[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${errors[code][1]}`).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function schema(type: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return rest as Json;
}
