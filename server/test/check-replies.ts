import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { api } from '@keepsake/contract/api';
import type { FastifyInstance } from 'fastify';
import { documentedPath, openApi, type Operation } from '../src/platform/http/docs/openapi.ts';

const document = openApi({ name: 'Keepsake', url: 'http://localhost', email: 'support@keepsake.example' });
// A check is used a few times in a process: compiling it as it stands takes a sixth of the time of compiling it well.
const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6, inlineRefs: false, code: { optimize: false } });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(document, 'api');

interface Place {
  operation: Operation;
  pointer: string;
}

/** What the document says of each call, by method and path. */
const places = new Map(
  api.map(({ endpoint }): [string, Place] => {
    const [path, method] = [documentedPath(endpoint), endpoint.method.toLowerCase()];
    const operation = document.paths[path]?.[method];
    if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is not in the API document`);
    return [`${endpoint.method} ${endpoint.path}`, { operation, pointer: `#/paths/${escaped(path)}/${method}` }];
  }),
);
const checks = new Map<string, ValidateFunction>();

/** Holds every answer of an app against the API document. @returns what was answered otherwise than that says, so far */
export function checkReplies(server: FastifyInstance): readonly string[] {
  const faults: string[] = [];
  server.addHook('onSend', async (request, reply, payload) => {
    const call = `${request.method} ${request.routeOptions.url}`;
    const place = places.get(call);
    const fault = place === undefined ? undefined : faultOf(place, reply.statusCode, payload);
    if (fault !== undefined) faults.push(`${call} answered ${reply.statusCode}: ${fault}`);
  });
  return faults;
}

function faultOf(place: Place, status: number, payload: unknown): string | undefined {
  // The browser has it already.
  if (status === 304) return undefined;
  if (!(status in place.operation.responses)) return 'the API document does not name this status';
  // Compressed.
  if (typeof payload !== 'string') return undefined;
  const check = checkOf(`api${place.pointer}/responses/${status}/content/${escaped('application/json')}/schema`);
  return check(JSON.parse(payload)) ? undefined : ajv.errorsText(check.errors, { dataVar: 'body' });
}

function checkOf(reference: string): ValidateFunction {
  const check = checks.get(reference) ?? ajv.compile({ $ref: reference });
  checks.set(reference, check);
  return check;
}

/** As part of a JSON pointer in an address. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
