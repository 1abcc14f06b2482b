import { useState } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { loadTexts } from '../../shared/texts/i18n.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const registeredState = z.object({ registered: z.object({ email: z.string() }) });

/** Navigation state of the page that a registration leads to: `navigate(paths.home, { state: registered(email) })`. */
export function registered(email: string): z.output<typeof registeredState> {
  return { registered: { email } };
}

// Loaded on demand: few visitors of the page have just registered.
const RegisteredNotice = lazyPart(async () => {
  const [{ RegisteredNotice: notice }] = await Promise.all([import('./registered-notice.tsx'), loadTexts('auth')]);
  return notice;
});

/** The notice after a registration; renders nothing for others. */
export function Registered({ className }: { className?: string | undefined }) {
  const { state } = useLocation();
  const [email] = useState(() => registeredState.safeParse(state).data?.registered.email);
  return email === undefined ? null : <RegisteredNotice email={email} className={className} />;
}
