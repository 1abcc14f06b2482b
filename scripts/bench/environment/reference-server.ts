// The reference: Fastify alone, with one statement, one hash, one picture or one file per route, on the same database.
import { argon2, randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { promisify } from 'node:util';
import fastify from 'fastify';
import pg from 'pg';
import sharp from 'sharp';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 });
const server = fastify({ bodyLimit: 10 * 1024 * 1024 });
server.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

/** One indexed row. */
server.get<{ Params: { id: string } }>('/row/:id', async ({ params }) => {
  const { rows } = await pool.query('select id, name, email from users where id = $1', [params.id]);
  return rows[0] as object;
});

/** The data of GET /api/content/my by one statement; without access checks, limits and signed links. */
server.get<{ Params: { id: string } }>('/page/:id', async ({ params }, reply) => {
  const { rows } = await pool.query<{ page: string }>(page, [params.id]);
  return reply.type('application/json; charset=utf-8').send(rows[0]?.page ?? '');
});

/** One password hash at the cost that OWASP asks for. */
const derive = promisify(argon2);
server.post('/hash', async () => {
  const nonce = randomBytes(16);
  const hash = { message: 'a password', nonce, parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
  return { hash: (await derive('argon2id', hash)).toString('hex') };
});

/** One photo decoded, turned upright, reduced and encoded. */
server.post<{ Body: Buffer }>('/photo', async ({ body }) => {
  const { info } = await sharp(body)
    .autoOrient()
    .resize({ width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, bytes: info.size };
});

/** A range of one file. */
server.get('/film', async ({ headers }, reply) => {
  const path = process.env['REFERENCE_FILM'] ?? '';
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const range = { start: Number(start ?? 0), end: Number(end ?? statSync(path).size - 1) };
  reply.code(206).header('content-length', range.end - range.start + 1);
  return reply.type('video/mp4').send(createReadStream(path, range));
});

const page = `
  select json_build_object(
    'pagination', json_build_object('total', (select count(*) from buckets where user_id = $1 and status <> 'archived')),
    'buckets', (
      select json_agg(json_build_object(
        'id', b.id, 'status', b.status, 'createdAt', b.created_at, 'updatedAt', b.updated_at, 'paidAt', b.paid_at,
        'deletionDate', b.deletion_date, 'Contents', (
          select json_agg(json_build_object(
            'id', c.id, 'bucketId', c.bucket_id, 'filename', c.filename, 'originalName', c.original_name, 'width', c.width,
            'height', c.height, 'createdAt', c.created_at,
            'actions', (
              select json_agg(json_build_object('promptId', a.prompt_id, 'variety', a.variety) order by a.position)
              from photo_prompts a where a.photo_id = c.id),
            'Prompt', (
              select json_build_object('id', p.id, 'imageTheme', p.image_theme, 'action', p.action, 'suggestions', p.suggestions)
              from photo_prompts a join prompts p on p.id = a.prompt_id where a.photo_id = c.id order by a.position limit 1),
            'versions', (
              select json_agg(json_build_object(
                'id', v.id, 'promptId', v.prompt_id, 'action', v.action, 'number', v.number, 'state', v.state,
                'startedAt', v.started_at, 'doneAt', v.done_at, 'sha256', encode(v.film_sha256, 'hex'), 'bytes', v.film_bytes,
                'width', v.film_width, 'height', v.film_height, 'durationMs', v.film_duration_ms) order by v.created_at, v.id)
              from films v where v.photo_id = c.id)
          ) order by c.position) from photos c where c.bucket_id = b.id)
      ) order by b.created_at desc, b.id desc)
      from (
        select * from buckets where user_id = $1 and status <> 'archived' order by created_at desc, id desc limit 5
      ) b)
  )::text as page`;

await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.stdout.write('The reference is ready.\n');
