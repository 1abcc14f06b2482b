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

/** Long enough to be read; whoever points at it or is in it has as long as they like (WCAG 2.2.1). */
const shownForMs = 10_000;

/** The message the page was reached with; goes away by itself, when dismissed, after a reload, and with the way to another address. */
export function Flash({ className }: { className?: string | undefined }) {
  const location = useLocation();
  const navigate = useNavigate();
  const address = location.pathname + location.search;
  const [message, setMessage] = useState(() => {
    const found = flashState.safeParse(location.state).data?.flash;
    return found === undefined ? null : { ...found, address };
  });
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!flashState.safeParse(location.state).success) return;
    void navigate(location.pathname + location.search + location.hash, {
      replace: true,
      state: null,
      preventScrollReset: true,
    });
  }, [location, navigate]);
  useEffect(() => {
    if (message === null || isHeld) return;
    const timer = setTimeout(() => setMessage(null), shownForMs);
    return () => clearTimeout(timer);
  }, [message, isHeld]);
  if (message === null || message.address !== address) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only holds the timer while someone reads
    <div
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Notice tone={message.tone} onDismiss={() => setMessage(null)} {...(className !== undefined && { className })}>
        <p>{message.text}</p>
      </Notice>
    </div>
  );
}
