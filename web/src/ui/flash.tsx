import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { Notice } from './notice.tsx';

const flashState = z.object({ flash: z.object({ text: z.string(), tone: z.enum(['ok', 'warn', 'bad', 'neutral']) }) });
export type FlashState = z.output<typeof flashState>;

/** Navigation state that shows a message once on the page it leads to: `navigate(paths.login, { state: flash(text) })`. */
export function flash(text: string, tone: FlashState['flash']['tone'] = 'ok'): FlashState {
  return { flash: { text, tone } };
}

/** The message the page was reached with; gone after a reload or when dismissed. */
export function Flash({ className }: { className?: string | undefined }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [message, setMessage] = useState(() => flashState.safeParse(location.state).data?.flash ?? null);
  useEffect(() => {
    if (!flashState.safeParse(location.state).success) return;
    void navigate(location.pathname + location.search + location.hash, {
      replace: true,
      state: null,
      preventScrollReset: true,
    });
  }, [location, navigate]);
  if (message === null) return null;
  return (
    <Notice tone={message.tone} onDismiss={() => setMessage(null)} {...(className !== undefined && { className })}>
      <p>{message.text}</p>
    </Notice>
  );
}
