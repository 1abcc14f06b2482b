import type { FastifyRequest } from 'fastify';

/** A proxy on this machine speaks for somebody else, whether we were told of it or not. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a program or a person on this machine asks, and nobody through a proxy. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
  return isLoopback && !proxyHeaders.some((name) => name in request.headers);
}
