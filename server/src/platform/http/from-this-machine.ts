import type { FastifyRequest } from 'fastify';

/** Headers of a proxy: a request with one comes from elsewhere, whether TRUST_PROXY is set or not. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a request comes from this machine itself and not through a proxy on it. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
  return isLoopback && !proxyHeaders.some((name) => name in request.headers);
}
