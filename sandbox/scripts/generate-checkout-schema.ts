import { writeFileSync } from 'node:fs';
import { checkoutSchemaText, schemaFile } from './checkout-schema.ts';

writeFileSync(schemaFile, checkoutSchemaText());
