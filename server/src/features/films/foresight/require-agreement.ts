import { setTimeout as delay } from 'node:timers/promises';
import type { AgreedKind, ForeseenCode } from '@keepsake/contract/films/lacks';
import type { Action } from '@keepsake/contract/photos/content';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { checkPhotoLater } from '../../journal/queued-jobs.ts';
import { checksOfBucket } from '../../photos/checks/photo-check.queries.ts';
import type { ProviderName } from '../../../providers/video/video-provider.ts';
import type { PromptRow } from '../../prompts/prompt.queries.ts';
import { currentVideoConfig } from '../config/video-config.queries.ts';
import { foreseeLacks, neverShown } from './foresee-lacks.ts';

interface OrderedPhoto {
  photoId: string;
  originalName: string;
  actions: Action[];
}

/** An agreement that is missing: `agreedTo` is the value to send with the photo's action. */
interface MissingAgreement {
  contentId: string;
  promptId: string;
  agreedTo: ForeseenCode;
  photo: string;
  effect: string;
}

/** An order, and what its films will be made of. Read once, so that what is compared is what is sold. */
interface Offer {
  photos: readonly OrderedPhoto[];
  prompts: readonly Pick<PromptRow, 'id' | 'action' | 'effect'>[];
  provider: ProviderName;
}

/** An order compared with what its films will replace. */
interface ComparedOrder {
  missing: MissingAgreement[];
  /** Agreements that no film needs any more, because its photo shows the effect. */
  unneeded: { photoId: string; promptId: string }[];
  /** The order without them. */
  order: OrderedPhoto[];
}

/**
 * Compares the agreements of an order with what its films will replace. What a photo shows that is not checked yet, or whose findings are being
 * renewed, is unknown: with `requirePhotoChecks` it cannot be ordered, else it counts as showing everything that a photo can show, or what the older
 * findings say.
 * @throws AppError photos_not_checked
 */
export async function compareAgreements(
  db: Queryable,
  { bucketId, requirePhotoChecks }: { bucketId: string; requirePhotoChecks: boolean },
  { photos, prompts, provider }: Offer,
): Promise<ComparedOrder> {
  // Nothing can be predicted for this provider, so there is no photo check to wait for.
  if (provider !== 'embedded') return { missing: [], unneeded: [], order: [...photos] };
  const checks = new Map((await checksOfBucket(db, bucketId)).map((check) => [check.photoId, check]));
  const isUnknown = ({ photoId }: OrderedPhoto) => {
    const check = checks.get(photoId);
    return check?.isChecked !== true || check.isOutdated;
  };
  const waiting = photos.filter(isUnknown).length;
  if (requirePhotoChecks && waiting > 0) throw photosNotChecked(waiting);
  const names = new Map(prompts.map(({ id, action }) => [id, action.en]));
  const missing: MissingAgreement[] = [];
  const unneeded: ComparedOrder['unneeded'] = [];
  const order = photos.map(({ photoId, originalName, actions }): OrderedPhoto => {
    const check = checks.get(photoId);
    const isChecked = check?.isChecked === true;
    const lacks = isChecked ? foreseeLacks(check.findings, prompts, provider) : neverShown(prompts, provider);
    const compared = actions.map(({ agreedTo, ...action }): Action => {
      const { promptId } = action;
      const lack = lacks[promptId];
      if (lack === undefined && agreedTo !== undefined && isChecked) {
        unneeded.push({ photoId, promptId });
        return action;
      }
      const effect = names.get(promptId) ?? '';
      if (lack !== undefined && lack !== agreedTo)
        missing.push({ contentId: photoId, promptId, agreedTo: lack, photo: originalName, effect });
      return { ...action, agreedTo };
    });
    return { photoId, originalName, actions: compared };
  });
  return { missing, unneeded, order };
}

/** The refusal of an order while photos are not checked, with their number. */
function photosNotChecked(waiting: number): AppError {
  const text = `We are still looking at ${waiting === 1 ? 'one' : waiting} of your photos. Please try again in a moment.`;
  return new AppError('photos_not_checked', { text, retryAfter: 2, body: { waiting } });
}

/** The refusal of an order, with what to send as the `agreedTo` of its actions. */
export function effectNotAgreed(missing: readonly MissingAgreement[]): AppError {
  const effects = missing.map(
    ({ effect, photo, agreedTo }) => `${effect} (${photo}) as ${standInNouns[standIns[agreedTo]]}`,
  );
  const text = `These effects cannot be promised as named, and you have not confirmed what is shown instead: ${effects.join('; ')}.`;
  const notAgreed = missing.map(({ contentId, promptId, agreedTo }) => ({ contentId, promptId, agreedTo }));
  return new AppError('effect_not_agreed', { text, body: { notAgreed } });
}

const standInNouns: Record<AgreedKind, string> = {
  nod: 'a nod',
  smile: 'a smile',
  breath: 'breathing',
  picture: 'a gently moving picture',
  possible: 'whatever this photo can show, because we could not look at it',
};

/** Interval at which the checks of an order's photos are polled. */
const pollEveryMs = 250;
/** Upper bound of the wait, whatever `POLL_INTERVAL_MS` is. The check of one photo takes a second or two. */
const longestWaitMs = 8_000;

/**
 * Waits a moment for the checks of a bucket's photos, so that an order right after the upload is not refused. Findings of an older search are
 * renewed.
 */
export async function awaitPhotoChecks(
  { db, config, stopping }: Pick<Deps, 'db' | 'config' | 'stopping'>,
  bucketId: string,
): Promise<void> {
  if ((await currentVideoConfig(db)).serviceProvider !== 'embedded') return;
  const until = performance.now() + Math.min(longestWaitMs, config.POLL_INTERVAL_MS);
  for (let looks = 0; ; looks += 1) {
    const open = (await checksOfBucket(db, bucketId)).filter(({ isChecked, isOutdated }) => isOutdated || !isChecked);
    if (open.length === 0 || stopping.aborted || performance.now() > until) return;
    if (looks === 0)
      for (const [at, { photoId, isOutdated }] of open.entries())
        if (isOutdated) await checkPhotoLater(db, photoId, at);
    await delay(pollEveryMs);
  }
}
