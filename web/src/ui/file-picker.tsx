import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button.tsx';
import styles from './file-picker.module.css';

interface FilePickerProps extends Pick<
  ComponentProps<'input'>,
  'accept' | 'multiple' | 'capture' | 'aria-describedby'
> {
  /** Of the file input. */
  id: string;
  look: ButtonLook;
  className?: string | undefined;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the device's own choice of files, or with `capture` its camera. */
export function FilePicker({ look, className, onFiles, children, ...input }: FilePickerProps) {
  return (
    <span className={clsx(styles.picker, className)}>
      <input
        type="file"
        {...input}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again after it was removed.
          event.target.value = '';
          onFiles(files);
        }}
      />
      <label htmlFor={input.id} className={buttonClass(look)}>
        {children}
      </label>
    </span>
  );
}
