import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './encoding.ts';

/** Bytes that fit into one packet: compressing a shorter answer does not make it arrive sooner. */
const onePacket = 1400;

/**
 * Sends a public reply, compressed if it is long: the list of effects is 20 kB, and a signed-in page waits for it. Private answers are never
 * compressed, because the compressed length reveals something about the content (BREACH).
 */
export function sendPublicAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  const text = JSON.stringify(answer);
  const encoding = text.length > onePacket ? acceptedEncoding(request) : undefined;
  reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8');
  return encoding === undefined
    ? reply.send(text)
    : reply.header('content-encoding', encoding).send(compress[encoding](text));
}

/** Fast settings rather than small output: every reply is compressed again. */
const compress: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => gzipSync(text, { level: 4 }),
};
