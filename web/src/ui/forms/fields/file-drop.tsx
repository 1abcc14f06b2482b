import { clsx } from 'clsx';
import { Camera } from 'lucide-react';
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { buttonClass, type ButtonLook } from '../../button.tsx';
import { Text } from '../../text.tsx';
import styles from './file-drop.module.css';

interface FileDropProps {
  /** Id of the file input. */
  id: string;
  /** File types as for an input's `accept`. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  icon: ReactNode;
  texts: {
    drop: string;
    dropNow: string;
    or: string;
    choose: string;
    /** If set, touch devices show a camera button with this label. */
    camera?: string;
  };
  /** The rules for files, linked to the button by aria-describedby. */
  rules: string;
  /** Further buttons. */
  actions?: ReactNode;
  /** Further words below. */
  children?: ReactNode;
  /** A smaller layout, once files were chosen. */
  compact?: boolean;
  className?: string | undefined;
}

/** A drop zone for files with an equivalent button. */
export function FileDrop(props: FileDropProps) {
  const {
    id,
    accept,
    multiple = false,
    onFiles,
    icon,
    texts,
    rules,
    actions,
    children,
    compact = false,
    className,
  } = props;
  const [over, setOver] = useState(false);
  useMissedDropGuard();
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  return (
    <div
      className={clsx(styles.zone, over && styles.over, compact && styles.compact, className)}
      onDragEnter={() => setOver(true)}
      onDragLeave={leave}
      onDrop={(event) => {
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {!compact && icon}
      <p className={styles.invitation}>
        <Text>{over ? texts.dropNow : texts.drop} </Text>
        <span className={styles.or}>{texts.or}</span>
      </p>
      <div className={styles.actions}>
        <FilePicker
          id={id}
          look={compact ? { variant: 'secondary' } : { size: 'large' }}
          accept={accept}
          multiple={multiple}
          aria-describedby={`${id}-rules`}
          onFiles={onFiles}
        >
          {texts.choose}
        </FilePicker>
        {texts.camera !== undefined && (
          <FilePicker
            id={`${id}-camera`}
            look={{ variant: 'secondary', size: compact ? 'normal' : 'large' }}
            className={styles.camera}
            // File extensions in `accept` keep some devices from opening the camera.
            accept={accept
              .split(',')
              .filter((type) => !type.startsWith('.'))
              .join(',')}
            capture="environment"
            aria-describedby={`${id}-rules`}
            onFiles={onFiles}
          >
            <Camera size={20} aria-hidden="true" />
            <span>{texts.camera}</span>
          </FilePicker>
        )}
        {actions}
      </div>
      <p id={`${id}-rules`} className={styles.rules}>
        {rules}
      </p>
      {children !== undefined && <p className={styles.rules}>{children}</p>}
    </div>
  );
}

/** Prevents that a file dropped outside the zone replaces the page. */
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

interface FilePickerProps extends Pick<
  ComponentProps<'input'>,
  'accept' | 'multiple' | 'capture' | 'aria-describedby'
> {
  /** Id of the file input. */
  id: string;
  look: ButtonLook;
  className?: string | undefined;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the file picker, or with `capture` the camera. */
function FilePicker({ look, className, onFiles, children, ...input }: FilePickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const take = () => {
    const files = [...(field.current?.files ?? [])];
    // Reset, so that the same file can be chosen again after it was removed.
    if (field.current) field.current.value = '';
    if (files.length > 0) onFiles(files);
  };
  const takeFirst = useEffectEvent(take);
  // On a prerendered page a file may have been chosen before the page's code was there.
  useEffect(() => takeFirst(), []);
  return (
    <span className={clsx(styles.picker, className)}>
      <input ref={field} type="file" {...input} onChange={take} />
      <label htmlFor={input.id} className={buttonClass(look)}>
        {children}
      </label>
    </span>
  );
}
