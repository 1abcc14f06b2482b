/** Whether screens are looked at in every language, as `npm run test:full` does. */
export const everyLanguage = process.env['EVERY_LANGUAGE'] === '1';
