import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../button.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  /** Names the object: "Delete the photo grandma.jpg?" */
  title: string;
  /** The consequences. */
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  busy?: boolean;
}

/** Confirms a destructive action; the focus is on Cancel. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  onConfirm,
  onCancel,
  busy = false,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const textId = useId();
  return (
    <Dialog role="alertdialog" title={title} onClose={onCancel} describedBy={textId}>
      <div id={textId} className={styles.text}>
        {children}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" data-autofocus onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
