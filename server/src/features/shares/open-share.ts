import type { Reply } from '@keepsake/contract/endpoint';
import type { openShare as openShareCall } from '@keepsake/contract/films/shares';
import { standInOf } from '@keepsake/contract/photos/photo-checks';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { sha256 } from '../../platform/ids.ts';
import { isPassword } from '../accounts/passwords/password-hash.ts';
import { partlyShownBy, readFilmReport } from '../films/film-report.ts';
import { filmUrls } from '../photos/files/media-links.ts';
import { filmsOfShare, type OpenedShare, shareOfToken } from './share.queries.ts';

/**
 * The films behind a link. Links that are unknown, expired, revoked, empty or of a disabled account get the same answer.
 * @throws AppError share_ended, share_password_needed, share_password_wrong, rate_limited
 */
export async function openShare(
  deps: Deps,
  given: { token: string; password?: string | undefined },
  network: string,
): Promise<Reply<typeof openShareCall>> {
  const share = await shareOfToken(deps.db, sha256(given.token));
  if (!share) throw new AppError('share_ended');
  await checkPassword(deps, share, given.password, network);
  const films = await filmsOfShare(deps.db, share.id);
  if (films.length === 0) throw new AppError('share_ended');
  return {
    expiresAt: share.expiresAt.toISOString(),
    films: films.map(({ id, action, hasPoster, filmWidth, filmHeight, report }) => {
      const partly = partlyShownBy(report);
      return {
        id,
        shows: standInOf(readFilmReport(report)?.lack) ?? action,
        ...(partly && { partly }),
        width: filmWidth,
        height: filmHeight,
        ...filmUrls(deps.links, id, hasPoster),
      };
    }),
  };
}

/**
 * Attempts are counted per link and network, so that one visitor cannot lock out the others, and per link, to limit their total. A correct password
 * does not count: the page of every guest sends it again and again.
 */
async function checkPassword(
  { limits }: Deps,
  share: OpenedShare,
  password: string | undefined,
  network: string,
): Promise<void> {
  if (share.passwordHash === null) return;
  if (password === undefined) throw new AppError('share_password_needed');
  // Counted before the check, so that concurrent guesses cannot bypass the limit.
  const key = `${share.id} ${network}`;
  await limits.count('sharePassword', key);
  await limits.count('shareGuesses', share.id);
  if (!(await isPassword(password, share.passwordHash))) throw new AppError('share_password_wrong');
  await limits.clear('sharePassword', key);
  await limits.uncount('shareGuesses', share.id);
}
