import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ObjectStore } from './object-store-context.ts';
import { S3Refusal } from './s3-refusal.ts';
import { tag, xmlDocument } from './xml.ts';

type BucketRequest = FastifyRequest<{ Params: { bucket: string }; Querystring: Record<string, string> }>;

const known = ['list-type', 'prefix', 'max-keys', 'continuation-token', 'x-id'];
const longestPage = 1000;

/** Whether a bucket is there, and what lies in it (ListObjectsV2). */
export function bucketRoutes(app: FastifyInstance, store: ObjectStore): void {
  for (const url of ['/:bucket', '/:bucket/']) {
    app.head(url, async (_request, reply) => reply.send());

    app.get(url, async (request: BucketRequest, reply) => {
      const { query } = request;
      const unknown = Object.keys(query).find((name) => !known.includes(name));
      if (unknown !== undefined || query['list-type'] !== '2') throw new S3Refusal('NotImplemented');
      return reply.type('application/xml').send(list(store, request.params.bucket, query));
    });
  }
}

function list({ records }: ObjectStore, bucket: string, query: Record<string, string>): string {
  const prefix = query['prefix'] ?? '';
  const after = Buffer.from(query['continuation-token'] ?? '', 'base64url').toString();
  const pageSize = Math.min(longestPage, Number(query['max-keys'] ?? longestPage));
  const objects = records
    .all('object')
    .filter((object) => object.bucket === bucket && object.key.startsWith(prefix) && object.key > after)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const page = objects.slice(0, pageSize);
  const isTruncated = objects.length > page.length;
  const rest = Buffer.from(page.at(-1)?.key ?? after).toString('base64url');
  return xmlDocument(
    tag(
      'ListBucketResult',
      tag('Name', bucket),
      tag('Prefix', prefix),
      tag('KeyCount', page.length),
      tag('MaxKeys', pageSize),
      tag('IsTruncated', isTruncated),
      ...(isTruncated ? [tag('NextContinuationToken', rest)] : []),
      ...page.map(({ key, modifiedAt, etag, bytes }) =>
        tag(
          'Contents',
          tag('Key', key),
          tag('LastModified', modifiedAt),
          tag('ETag', `"${etag}"`),
          tag('Size', bytes),
          tag('StorageClass', 'STANDARD'),
        ),
      ),
    ),
  );
}
