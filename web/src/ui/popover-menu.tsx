import { type ReactNode, useId } from 'react';
import { useLocation } from 'react-router';
import styles from './popover-menu.module.css';

/**
 * A button that discloses a list of links and controls. The browser closes it on Esc and on a press elsewhere; a change of page
 * closes it too.
 */
export function PopoverMenu({
  label,
  button,
  children,
  className,
}: {
  /** Names the button where its content does not. */
  label?: string;
  button: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  const id = useId();
  const { key } = useLocation();
  return (
    <div className={className}>
      <button type="button" className={styles.button} popoverTarget={id} aria-label={label}>
        {button}
      </button>
      {/* Another page, another panel: closed again. */}
      <div key={key} id={id} popover="auto" className={styles.panel}>
        {children}
      </div>
    </div>
  );
}
