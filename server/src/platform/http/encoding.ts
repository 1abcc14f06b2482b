import type { FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

/** The first of these encodings that the caller accepts; undefined if it accepts none. */
export function acceptedEncoding(request: Pick<FastifyRequest, 'headers'>): Encoding | undefined {
  const accepted = request.headers['accept-encoding'] ?? '';
  return encodings.find((name) => new RegExp(`(?:^|[\\s,])${name}(?:\\s*[,]|\\s*$)`).test(accepted));
}

const encodings: readonly Encoding[] = ['br', 'gzip'];
