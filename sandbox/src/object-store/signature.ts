import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from './object-store-context.ts';
import { S3Refusal } from './s3-refusal.ts';

export type SignedRequest = {
  method: string;
  /** Path and query as they were sent. */
  url: string;
  headers: IncomingHttpHeaders;
};

const longestSkewMs = 15 * 60_000;

/**
 * AWS Signature Version 4 in the Authorization header, written after its specification ("Create a signed AWS API request") and without any
 * code of a client, so that it tells a wrong signature from a right one.
 */
export function requireSignature(request: SignedRequest, credentials: Credentials, now = Date.now()): void {
  const { accessKeyId, scope, signedHeaders, signature } = parseAuthorization(request.headers.authorization);
  if (accessKeyId !== credentials.accessKeyId) throw new S3Refusal('InvalidAccessKeyId');
  const [date = '', region, service, end] = scope.split('/');
  if (service !== 's3' || end !== 'aws4_request') throw new S3Refusal('AuthorizationHeaderMalformed');
  if (region !== credentials.region) {
    const details = `The authorization header is malformed; the region '${region}' is wrong; expecting '${credentials.region}'`;
    throw new S3Refusal('AuthorizationHeaderMalformed', details);
  }
  const sentAt = header(request, 'x-amz-date');
  requireRecent(sentAt, now);
  requireSigned(request, signedHeaders);

  const toSign = ['AWS4-HMAC-SHA256', sentAt, scope, sha256(canonicalRequest(request, signedHeaders))].join('\n');
  const key = [date, credentials.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  const expected = createHmac('sha256', key).update(toSign).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new S3Refusal('SignatureDoesNotMatch');
}

function parseAuthorization(authorization: string | undefined) {
  if (authorization === undefined) throw new S3Refusal('AccessDenied');
  const fields =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!fields) throw new S3Refusal('AuthorizationHeaderMalformed');
  const [, accessKeyId = '', scope = '', signedHeaders = '', signature = ''] = fields;
  return { accessKeyId, scope, signedHeaders: signedHeaders.split(';'), signature };
}

function requireRecent(sentAt: string, now: number): void {
  const iso = sentAt.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const skewMs = Math.abs(now - Date.parse(iso));
  if (!(skewMs <= longestSkewMs)) throw new S3Refusal('RequestTimeTooSkewed');
}

/** The host and every header of Amazon's own must be covered by the signature. */
function requireSigned({ headers }: SignedRequest, signedHeaders: string[]): void {
  const needed = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (!needed.every((name) => signedHeaders.includes(name))) throw new S3Refusal('AccessDenied');
}

function canonicalRequest(request: SignedRequest, signedHeaders: string[]): string {
  const [path = '', query = ''] = request.url.split('?');
  const headers = signedHeaders.map((name) => `${name}:${header(request, name).trim().replaceAll(/\s+/g, ' ')}\n`);
  return [
    request.method,
    path.split('/').map(reencoded).join('/'),
    canonicalQuery(query),
    headers.join(''),
    signedHeaders.join(';'),
    header(request, 'x-amz-content-sha256'),
  ].join('\n');
}

function canonicalQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return pairs
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return `${reencoded(name)}=${reencoded(value.join('='))}`;
    })
    .toSorted()
    .join('&');
}

/** Everything but letters, digits, `-`, `.`, `_` and `~` as %XX, whichever way the sender wrote it. */
function reencoded(text: string): string {
  return encodeURIComponent(decodeURIComponent(text)).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function header({ headers }: SignedRequest, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
