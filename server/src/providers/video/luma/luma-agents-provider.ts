import type { Config } from '../../../config.ts';
import type { Answer } from '../../http-exchange.ts';
import { readAgentsGeneration, toAgentsError } from './luma-agents-replies.ts';
import { toLumaAgentsBody } from './luma-requests.ts';
import { isSuccess } from './provider-answers.ts';
import { createServiceClient } from './service-client.ts';
import type { VideoProvider } from '../video-provider.ts';

type LumaAgentsSettings = Pick<
  Config,
  | 'LUMAAI_API_KEY'
  | 'LUMAAI_BASE_URL'
  | 'LUMA_AGENTS_API_KEY'
  | 'LUMA_AGENTS_BASE_URL'
  | 'LUMA_AGENTS_FILM_HOSTS'
  | 'RECONCILE_WAIT_MS'
>;

/** No generation has this id: requesting it shows whether the key is accepted. */
const unknownId = '00000000-0000-0000-0000-000000000000';

/**
 * Luma Agents v1, the successor of Dream Machine: create and get are all it offers for films. There is no list, no deletion and no
 * callback, so a request whose answer is lost cannot be reconciled; links to films expire after an hour and are requested again before
 * each download.
 */
export function createLumaAgentsProvider(config: LumaAgentsSettings, baseUrl: string): VideoProvider {
  const key = { value: config.LUMA_AGENTS_API_KEY ?? config.LUMAAI_API_KEY, setting: 'LUMA_AGENTS_API_KEY' };
  const { call, create, download } = createServiceClient('luma-agents', config, baseUrl, key);
  const get = async (id: string) => {
    const answer = await call('GET', `/generations/${encodeURIComponent(id)}`);
    return answer.status === 404 ? undefined : readAgentsGeneration(success(answer));
  };
  return {
    name: 'luma-agents',
    settleMs: config.RECONCILE_WAIT_MS,
    localSlots: undefined,
    idOf: () => undefined,
    create: async (request, { sendBefore }) => {
      const answer = await create('/generations', toLumaAgentsBody(request), sendBefore);
      return { id: readAgentsGeneration(success(answer)).id };
    },
    get,
    list: undefined,
    remove: undefined,
    checkAccount: async () => void (await get(unknownId)),
    download: ({ videoUrl }, signal) => download(videoUrl, signal),
    poster: async () => undefined,
  };
}

function success(answer: Answer): Answer {
  if (!isSuccess(answer)) throw toAgentsError(answer);
  return answer;
}
