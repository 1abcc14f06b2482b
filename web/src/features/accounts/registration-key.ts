import { local } from '../../shared/storage.ts';

const name = 'registrationKey';

/**
 * A secret of this browser. It is sent with the password of an unverified address, and again with the link of the verification
 * mail, which proves that both come from the same person: anybody can register somebody else's address.
 */
export function registrationKey(): string {
  const kept = local.get(name);
  if (kept !== null && /^[0-9a-f]{64}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  local.set(name, made);
  return made;
}
