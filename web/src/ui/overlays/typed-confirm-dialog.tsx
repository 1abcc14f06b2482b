import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../button.tsx';
import { TextField } from '../forms/fields/text-field.tsx';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface TypedConfirmDialogProps {
  /** Names the object. */
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The text to type, and the label of its field. */
  words: string;
  label: string;
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  busy: boolean;
}

/** Confirms what cannot be undone: the button waits until the words are typed, in capitals or not. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { title, children, words, label, confirmLabel, onConfirm, onCancel, busy } = props;
  const { t } = useTranslation();
  const textId = useId();
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim().toLowerCase() === words.toLowerCase();
  return (
    <Dialog role="alertdialog" title={title} onClose={onCancel} describedBy={textId}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped && !busy) onConfirm();
        }}
      >
        <div id={textId} className={styles.text}>
          {children}
        </div>
        <TextField
          label={label}
          hint={words}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={busy} disabled={!isTyped}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
