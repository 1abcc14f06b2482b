import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../button.tsx';
import styles from './action-menu.module.css';

/** Gap between button and panel, and to the edges of the window, in pixels. */
const gap = 6;
const margin = 16;

/**
 * A button that opens a list of buttons below it, or above if there is more room. The browser closes it on Esc and on a click outside; pressing one
 * of the buttons closes it first, so that a dialog opened by that button returns the focus to the menu.
 */
export function ActionMenu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    panel.current?.hidePopover();
    button.current?.focus({ preventScroll: true });
  };
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const place = () => {
      if (button.current && panel.current) placeAt(panel.current, button.current);
    };
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [isOpen]);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={<EllipsisVertical size={22} aria-hidden="true" />}
        popoverTarget={id}
        className={styles.button}
      />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the buttons are what is pressed */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={styles.panel}
        onToggle={({ currentTarget, newState }) => {
          setIsOpen(newState === 'open');
          if (newState === 'open' && button.current) placeAt(currentTarget, button.current);
        }}
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest('button') !== null) close();
        }}
      >
        {children}
      </div>
    </>
  );
}

/** In page coordinates, so that the panel stays at its button when the page is scrolled. */
function placeAt(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isBelow = at.bottom + gap + height + margin <= innerHeight || at.top < height + gap + margin;
  const left = Math.max(margin, Math.min(at.right, document.documentElement.clientWidth - margin) - width);
  panel.style.top = `${scrollY + (isBelow ? at.bottom + gap : at.top - gap - height)}px`;
  panel.style.left = `${scrollX + left}px`;
}
