import { updateProfile, type User } from '@keepsake/contract/accounts';
import type { BodyInput } from '@keepsake/contract/endpoint';
import { call } from '../../shared/api.ts';
import { queryClient } from '../../shared/query.ts';
import { refreshSession } from '../../shared/session.ts';
import { sessionsQuery } from '../sessions/sessions.api.ts';
import { keepUser } from './accounts.api.ts';

/** Saves a change of the profile and shows it everywhere; a changed password brings a new token and ends all other sessions. */
export async function saveProfile(body: BodyInput<typeof updateProfile>): Promise<User> {
  const { user, token } = await call(updateProfile, { body });
  // First: who hears of the change asks who the user is, and would go by the one of before.
  keepUser(user, token);
  refreshSession(user, token);
  if (token !== undefined) void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return user;
}
