import { local } from '../../shared/storage.ts';

const name = 'registrationKey';

/**
 * A secret of this browser. Sent when a password is typed for an address that is not verified yet, and with the link of the verification
 * mail, it says that both are done by one person: a stranger may have registered the address of somebody else.
 */
export function registrationKey(): string {
  const kept = local.get(name);
  if (kept !== null && /^[0-9a-f]{64}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  local.set(name, made);
  return made;
}
