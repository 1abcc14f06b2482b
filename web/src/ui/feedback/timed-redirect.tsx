import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { buttonClass } from '../button.tsx';
import styles from './timed-redirect.module.css';

/**
 * Redirects after a delay, or at once by its link. Any use of the page stops the timer: a key, a
 * click or a focused control (WCAG 2.2.1).
 */
export function TimedRedirect({
  to,
  afterMs,
  state,
  children,
}: {
  to: string;
  afterMs: number;
  state?: unknown;
  /** The announcement: "You are taken to the sign-in page." */
  children: string;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [stopped, setStopped] = useState(false);
  const go = useEffectEvent(() => void navigate(to, { state, replace: true }));
  useEffect(() => {
    if (stopped) return;
    const timer = setTimeout(() => go(), afterMs);
    const stop = (event: Event) => {
      // Ignores the focus that the page puts on its heading.
      if (event.type !== 'focusin' || isControl(event.target)) setStopped(true);
    };
    const events = ['keydown', 'pointerdown', 'touchstart', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, stop, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, stop);
    };
  }, [stopped, afterMs]);
  return (
    <div className={styles.redirect}>
      {/* Keeps its place when stopped, so that the link does not move under the pointer. */}
      <output className={styles.text} data-stopped={stopped || undefined}>
        {children}
      </output>
      <Link to={to} state={state} replace className={buttonClass({})}>
        {t('continueNow')}
      </Link>
    </div>
  );
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('a, button, input, select, textarea');
}
