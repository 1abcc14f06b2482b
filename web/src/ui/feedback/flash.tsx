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

/** Time until the message disappears; paused while it is hovered or focused (WCAG 2.2.1). */
const shownForMs = 10_000;

/** The message from the navigation state; removed after a delay, when dismissed, on reload and on navigation. */
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
