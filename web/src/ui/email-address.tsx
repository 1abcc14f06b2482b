import { Fragment } from 'react';

/**
 * An e-mail address that breaks after @ and dots, if it has to. It is copied, found and read out as one word. Not for the operator's on
 * prerendered pages, which get it as one text when they are served.
 */
export function EmailAddress({ email }: { email: string }) {
  return (
    <span translate="no">
      {email.split(/(?<=[@.])/).map((part, index) => (
        // Nothing but the place tells one part from another.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
