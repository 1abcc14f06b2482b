import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './encoding.ts';

/** One packet holds as much: what is shorter does not come sooner for being compressed. */
const onePacket = 1400;

/**
 * Sends what anybody may read, compressed where it is long: the effects on offer are 20 kB, and a signed-in page waits for them. What belongs to
 * somebody goes out by itself, for the length of what is compressed tells of what is in it.
 */
export function sendPublicAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  const text = JSON.stringify(answer);
  const encoding = text.length > onePacket ? acceptedEncoding(request) : undefined;
  reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8');
  return encoding === undefined
    ? reply.send(text)
    : reply.header('content-encoding', encoding).send(compress[encoding](text));
}

/** Quick rather than small: they are compressed for every caller anew. */
const compress: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => gzipSync(text, { level: 4 }),
};
