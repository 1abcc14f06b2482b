import type { FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** In which of these ways the answer may be compressed, the best first; undefined where the caller understands none. */
export function acceptedEncoding(request: Pick<FastifyRequest, 'headers'>): Encoding | undefined {
  const accepted = request.headers['accept-encoding'] ?? '';
  return encodings.find((name) => new RegExp(`(?:^|[\\s,])${name}(?:\\s*[,]|\\s*$)`).test(accepted));
}

const encodings: readonly Encoding[] = ['br', 'gzip'];
