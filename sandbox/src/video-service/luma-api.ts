import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { bearerKey, sameKey } from '../bearer.ts';
import { LumaError } from './luma-error.ts';
import type { VideoService } from './video-context.ts';

const concepts = [
  'static',
  'handheld',
  'zoom_in',
  'zoom_out',
  'pan_left',
  'pan_right',
  'tilt_up',
  'tilt_down',
  'push_in',
  'pull_out',
];
const cameraMotions = [
  'Static',
  'Zoom In',
  'Zoom Out',
  'Pan Left',
  'Pan Right',
  'Tilt Up',
  'Tilt Down',
  'Push In',
  'Pull Out',
];

/** Common to every route of the API: authentication and the error format; and the routes with fixed answers. */
export function lumaApi(app: FastifyInstance, service: VideoService): void {
  app.addHook('onRequest', async (request) => {
    const key = bearerKey(request.headers.authorization);
    if (key === undefined) throw new LumaError(401, 'Not authenticated');
    if (!sameKey(key, service.apiKey)) throw new LumaError(401, 'Invalid API key is provided');
  });
  acceptJson(app);
  app.setErrorHandler((error: FastifyError | LumaError, request, reply) => {
    if (error instanceof LumaError)
      return reply.code(error.status).headers(error.headers).send({ detail: error.detail });
    const status = error.statusCode ?? 500;
    if (status >= 500) service.log.error({ err: error, url: request.url }, 'the video service sandbox failed');
    return reply.code(status).send({ detail: status >= 500 ? 'Internal server error' : error.message });
  });
  app.setNotFoundHandler(() => {
    throw new LumaError(404, 'Not Found');
  });

  app.get('/ping', async () => ({ message: 'pong' }));
  app.get('/generations/concepts/list', async () => concepts);
  app.get('/generations/camera_motion/list', async () => cameraMotions);
}

/** Luma's client sends a JSON content type even without a body, for example with DELETE. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string): Promise<unknown> => {
      if (body === '') return undefined;
      try {
        return JSON.parse(body);
      } catch {
        throw new LumaError(422, [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }]);
      }
    },
  );
}
