import { createContext } from 'react';

/** Whether the surrounding form is being sent. Its fields are read-only meanwhile, but not disabled, so that they keep the focus. */
export const FormIsSent = createContext(false);
