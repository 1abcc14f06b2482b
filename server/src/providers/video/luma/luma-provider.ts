import type { Config } from '../../../config.ts';
import type { Answer } from '../../http-exchange.ts';
import { readCredits, readGeneration, readList, toLumaError } from './luma-replies.ts';
import { toLumaBody } from './luma-requests.ts';
import { isSuccess } from './provider-answers.ts';
import { createServiceClient } from './service-client.ts';
import { ProviderError, type VideoProvider } from '../video-provider.ts';

type LumaSettings = Pick<
  Config,
  'LUMAAI_API_KEY' | 'LUMAAI_BASE_URL' | 'LUMA_AGENTS_BASE_URL' | 'LUMA_AGENTS_FILM_HOSTS' | 'RECONCILE_WAIT_MS'
>;

/**
 * Luma Dream Machine v1: create, get, list, delete, credits and the film's bytes. Luma's SDK is not used: it retries a create that
 * timed out, up to twice and without an idempotency key.
 */
export function createLumaProvider(config: LumaSettings, baseUrl: string): VideoProvider {
  const key = { value: config.LUMAAI_API_KEY, setting: 'LUMAAI_API_KEY' };
  const { call, create, download } = createServiceClient('luma', config, baseUrl, key);
  return {
    name: 'luma',
    settleMs: config.RECONCILE_WAIT_MS,
    localSlots: undefined,
    idOf: () => undefined,
    create: async (request, { sendBefore }) => {
      const answer = await create('/generations/video', toLumaBody(request), sendBefore);
      return { id: readGeneration(success(answer)).id };
    },
    get: async (id) => {
      const answer = await call('GET', `/generations/${encodeURIComponent(id)}`);
      return answer.status === 404 ? undefined : readGeneration(success(answer));
    },
    list: async ({ offset, limit }) =>
      readList(success(await call('GET', `/generations?limit=${limit}&offset=${offset}`)), limit),
    remove: async (id) => {
      const answer = await call('DELETE', `/generations/${encodeURIComponent(id)}`);
      if (answer.status !== 404) success(answer);
    },
    checkAccount: async () => {
      const cents = readCredits(success(await call('GET', '/credits')));
      if (cents <= 0) throw new ProviderError('account', `no credits are left (${cents} cents)`);
    },
    download: ({ videoUrl }, signal) => download(videoUrl, signal),
    poster: async () => undefined,
  };
}

function success(answer: Answer): Answer {
  if (!isSuccess(answer)) throw toLumaError(answer);
  return answer;
}
