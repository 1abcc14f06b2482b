import * as z from 'zod/mini';

/**
 * Every error the API can answer with: its HTTP status and its English text for people. Texts in the error catalogue of the
 * product (section 8) are word for word; the web compares codes, never sentences, and shows the reader's language.
 */
export const errors = {
  // every call
  validation_failed: [400, 'Some fields need your attention.'],
  malformed_request: [400, 'The request could not be read.'],
  not_signed_in: [401, 'Please sign in.'],
  not_allowed: [403, 'You are not allowed to do this.'],
  not_found: [404, 'Not found.'],
  method_not_allowed: [405, 'This address does not support that method.'],
  body_too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'The request has the wrong content type.'],
  rate_limited: [429, 'Too many requests. Please wait a moment and try again.'],
  internal_error: [500, 'Something went wrong. Please try again.'],
  service_unavailable: [503, 'The service is busy. Please try again in a moment.'],
  changed_meanwhile: [409, 'Somebody else has changed this meanwhile. Nothing of yours is saved yet.'],
  storage_full: [507, 'There is no room to store this right now. Please try again later.'],

  // accounts
  registration_failed: [400, 'Registration failed. Please try again.'],
  login_failed: [401, 'Login failed'],
  email_not_verified: [403, 'Email not verified'],
  verification_link_invalid: [
    400,
    'The verification link is invalid or has expired. Please try logging in or request a new verification email.',
  ],
  password_needed: [409, 'Please choose a password for this account.'],
  reset_link_invalid: [400, 'This password reset link is invalid or has expired.'],
  password_wrong: [403, 'The current password is not correct.'],
  totp_required: [401, 'Please enter the code of your authenticator app.'],
  totp_wrong: [403, 'This code is not right, or it was used before. Please wait for the next one and try again.'],
  totp_already_on: [409, 'Two-step sign-in is on already.'],
  totp_not_on: [409, 'Two-step sign-in is not on.'],
  totp_own: [409, 'Please turn off your own two-step sign-in in your profile.'],
  second_step_needed: [
    403,
    'Administrators need two-step sign-in here. Please turn it on in your profile, or sign in again with a code.',
  ],
  last_admin: [409, 'This is the last administrator. Please make somebody else an administrator first.'],
  user_disabled: [403, 'This account has been disabled. If you think that this is a mistake, please write to us.'],
  own_account: [409, 'This is your own account. Please ask another administrator.'],
  address_verified: [409, 'This address is verified already.'],
  address_differs: [409, 'This is not the address of the customer. Nothing has been deleted.'],
  address_not_verified: [409, 'The email address of this user has not been verified yet.'],

  // prices
  prices_not_confirmed: [409, 'These prices change so much that they need a confirmation.'],

  // prompts and pictograms
  pictogram_key_taken: [409, 'A suggestion with this key already exists'],
  prompt_exists: [409, 'This theme already has an effect of this name.'],
  prompt_in_use: [409, 'This prompt is used by a set that is not paid yet.'],

  // content and buckets
  bucket_not_editable: [409, 'This set has been paid for and can no longer be changed.'],
  bucket_deleted: [409, 'This set has been deleted already.'],
  bucket_not_paid: [409, 'This set has not been paid for yet.'],
  bucket_payment_in_progress: [409, 'A payment for this set has just been made. Please check your dashboard.'],
  bucket_payment_processing: [
    409,
    'The payment for this set is on its way, which can take a few days. We will write to you when it arrives.',
  ],
  payment_not_closed: [
    503,
    'This set has an open payment page, and the payment service cannot be reached to close it. Nothing has been changed. Please try again in a few minutes.',
  ],
  too_many_open_buckets: [409, 'You have too many unpaid sets. Please pay for or delete one of them first.'],
  too_many_photos: [409, 'A set can hold at most 100 photos.'],
  files_rejected: [422, 'Some files could not be used. The others are saved.'],
  prompt_not_available: [400, 'This effect is no longer offered. Please choose another one.'],
  duplicate_prompt: [400, 'The same effect cannot be chosen twice for one photo.'],

  // invoice and payment
  invoice_not_found: [404, 'Invoice information not found'],
  invoice_not_correctable: [
    409,
    'This invoice can no longer be corrected here: it was requested from its issuer, or the set is deleted.',
  ],
  bucket_empty: [409, 'This set has no photos.'],
  bucket_not_configured: [409, 'Every photo needs at least one effect before you can pay.'],
  effect_not_agreed: [
    409,
    'An effect of this set needs your yes, because its film will or may show something else. Please go back to your photos.',
  ],
  photos_not_checked: [503, 'We are still looking at your photos. Please try again in a moment.'],
  bucket_already_paid: [409, 'This set is already paid.'],
  amount_too_small: [409, 'The total is below the smallest amount that can be paid by card.'],
  amount_too_large: [409, 'The total is above the largest amount that can be paid by card.'],
  payment_unavailable: [503, 'Error creating payment session'],
  refund_too_large: [409, 'This is more than is left of the payment.'],
  refunded_meanwhile: [409, 'Part of this payment has been refunded meanwhile. Nothing was refunded by this request.'],
  wrong_currency: [409, 'The payment was made in another currency.'],
  refund_differs: [409, 'The payment provider tells another amount for this refund.'],
  already_credited: [409, 'This has been recorded before, differently.'],
  ledger_not_compared: [503, 'The payment service cannot be reached right now.'],
  period_not_usable: [400, 'Please choose at most 31 days, the first not after the last.'],
  webhook_signature_invalid: [400, 'The signature of this event is not valid.'],

  // mails
  mail_waiting: [409, 'This email is waiting to be sent already.'],
  mail_not_wanted: [409, 'This email cannot be sent again: its reason no longer holds, or its kind is switched off.'],

  // videos
  retry_not_possible: [409, 'There is nothing to retry here.'],
  film_refunded: [409, 'This was refunded, and is not made again.'],
  too_many_films: [409, 'There can be at most 10 films of one effect of a photo.'],
  already_settled: [409, 'This film is settled already.'],
  would_be_replaced: [
    409,
    'The built-in animator would make the same film again, which shows something else. Grant another effect, or refund the film.',
  ],
  test_running: [409, 'A test film is being made already.'],
  generation_in_use: [409, 'This generation still belongs to an order that is being made.'],
  provider_lacks_this: [409, 'The video service does not offer this.'],
  provider_unavailable: [503, 'The video service cannot be reached right now.'],
  not_a_film: [422, 'This file is not a film that we can read. Please choose an MP4 file.'],
  too_many_shares: [409, 'This set has as many links as it can have. Please end one of them first.'],
  share_ended: [404, 'This link has ended. Please ask for a new one.'],
  share_password_needed: [403, 'These films are behind a password.'],
  share_password_wrong: [403, 'This password is not right.'],
  link_invalid: [403, 'This link is not valid or has expired.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof errors;

/** Body of every reply that is not a success. Field names are those of the request. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.output<typeof errorBody>;
