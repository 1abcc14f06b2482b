import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { IconButton } from '../button.tsx';
import { askToDiscard, DialogForms, type UnsavedForms } from '../forms/unsaved.ts';
import styles from './dialog.module.css';
import { takeSpokenLayer } from './announcer.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** Shows no heading line; the title still names the dialog. */
  bare?: boolean;
  /** Id of the text that explains an alert. */
  describedBy?: string;
  className?: string;
}

/**
 * The browser's modal dialog, open while it is rendered. Esc, the close button and a click outside call `onClose`,
 * after a confirmation if its forms have unsaved changes. The focus goes to the element with `data-autofocus`, and returns when it closes.
 */
export function Dialog({
  title,
  onClose,
  children,
  role = 'dialog',
  bare = false,
  describedBy,
  className,
}: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const [unsaved] = useState<UnsavedForms>(() => new Set());
  const requestClose = () => (unsaved.size > 0 ? askToDiscard(onClose) : onClose());
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const opener = document.activeElement;
    dialog.showModal();
    const giveLayerBack = takeSpokenLayer(dialog);
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      giveLayerBack();
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the key for it
    <dialog
      ref={ref}
      role={role === 'alertdialog' ? role : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={clsx(styles.dialog, className)}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        requestClose();
      }}
      onKeyDown={(event) => {
        // A browser lets a page prevent closing by Esc only once.
        if (event.key !== 'Escape' || unsaved.size === 0) return;
        event.preventDefault();
        requestClose();
      }}
      onClick={(event) => {
        if (role === 'dialog' && event.target === event.currentTarget && isOutside(event)) requestClose();
      }}
    >
      <div className={clsx(styles.head, bare && styles.bare)}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {role === 'dialog' && (
          <IconButton label={t('close')} icon={<X size={22} aria-hidden="true" />} onClick={requestClose} />
        )}
      </div>
      <DialogForms value={unsaved}>{children}</DialogForms>
    </dialog>
  );
}

function isOutside({ currentTarget, clientX, clientY }: React.MouseEvent): boolean {
  const box = currentTarget.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
