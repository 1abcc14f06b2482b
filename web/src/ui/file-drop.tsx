import { clsx } from 'clsx';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { buttonClass } from './button.tsx';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** Of the file input. */
  id: string;
  /** File types as for an input's `accept`. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  icon: ReactNode;
  texts: { drop: string; dropNow: string; or: string; choose: string };
  /** What may be chosen; read with the button. */
  rules: string;
  /** Further buttons. */
  actions?: ReactNode;
  /** Further words below. */
  children?: ReactNode;
  /** Takes less room: files were chosen already. */
  compact?: boolean;
}

/** A place to drop files, and the button that does the same; on a phone it offers the camera too. */
export function FileDrop(props: FileDropProps) {
  const { id, accept, multiple = false, onFiles, icon, texts, rules, actions, children, compact = false } = props;
  const [over, setOver] = useState(false);
  useMissedDropGuard();
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  return (
    <div
      className={clsx(styles.zone, over && styles.over, compact && styles.compact)}
      onDragEnter={() => setOver(true)}
      onDragLeave={leave}
      onDrop={(event) => {
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {!compact && icon}
      <p className={styles.invitation}>
        {over ? texts.dropNow : texts.drop} <span className={styles.or}>{texts.or}</span>
      </p>
      <div className={styles.actions}>
        <span className={styles.picker}>
          <input
            id={id}
            type="file"
            multiple={multiple}
            accept={accept}
            aria-describedby={`${id}-rules`}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              // The same file can be chosen again after it was removed.
              event.target.value = '';
              onFiles(files);
            }}
          />
          <label htmlFor={id} className={buttonClass(compact ? { variant: 'secondary' } : { size: 'large' })}>
            {texts.choose}
          </label>
        </span>
        {actions}
      </div>
      <p id={`${id}-rules`} className={styles.rules}>
        {rules}
      </p>
      {children !== undefined && <p className={styles.rules}>{children}</p>}
    </div>
  );
}

/** A file dropped beside the zone would replace the page. */
function useMissedDropGuard(): void {
  useEffect(() => {
    const keepPage = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', keepPage);
    return () => {
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', keepPage);
    };
  }, []);
}
