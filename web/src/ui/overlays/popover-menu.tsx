import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './popover-menu.module.css';

/**
 * A button that opens a list of links and controls. The browser closes it on Esc and on a click outside; following one of its
 * links and browser navigation close it too.
 */
export function PopoverMenu({
  label,
  button,
  children,
  className,
}: {
  /** Accessible name of the button, if its content is not enough. */
  label?: string;
  button: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const close = () => panel.current?.hidePopover();
    // Also before another document is opened: the back/forward cache restores this one as it was left.
    window.addEventListener('popstate', close);
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('popstate', close);
      window.removeEventListener('pagehide', close);
    };
  }, []);
  return (
    <div className={className}>
      <button type="button" className={styles.button} popoverTarget={id} aria-label={label}>
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links are what is pressed */}
      <div ref={panel} id={id} popover="auto" className={styles.panel} onClick={closeBehindLink}>
        {children}
      </div>
    </div>
  );
}

function closeBehindLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a') !== null) currentTarget.hidePopover();
}
