/** Limits of the product, documented and tested. Sizes in bytes, times in milliseconds unless the name says otherwise. */
export const limits = {
  jsonBodyBytes: 256 * 1024,
  photoBytes: 5 * 1024 * 1024,
  photoPixels: 50_000_000,
  /** Scans of a progressive JPEG; encoders write about ten. */
  photoScans: 100,
  photoMinSide: 540,
  photoRecommendedSide: 720,
  /** Maximum side length in pixels of a stored photo; larger photos are reduced to it. */
  photoStoredSide: 2400,
  filesPerUpload: 20,
  /** Size of a film whose origin is checked. */
  checkedFilmBytes: 64 * 1024 * 1024,
  photosPerBucket: 100,
  /** Characters of the name that a customer gives a set. */
  bucketNameLength: 80,
  openBucketsPerUser: 20,
  varietyMin: 1,
  varietyMax: 10,
  actionsPerPhoto: 20,
  pageLimitMax: 100,
  dashboardPageSize: 5,
  adminPageSize: 10,
  statusIdsMax: 500,
  retentionDays: 30,
  sharesPerBucket: 20,
  dataExportDays: 7,
  /** How long the audit log keeps the name of an administrator whose account was deleted. */
  auditNameDays: 365,
  /** How long errors and runs of background tasks are kept; their totals are kept for ever. */
  historyDays: 400,
  /** How long the days on which a user was signed in are kept; the daily totals are kept for ever. */
  activityDays: 90,
  uploadTimeoutMs: 30_000,
  /** The browser reduces files above this size. */
  downscaleAboveBytes: 1024 * 1024,
  downscaleSide: 1200,
  downscaleQuality: 0.7,
  passwordMin: 8,
  passwordMax: 256,
} as const;

/** Widths in pixels to which the server reduces a photo: `w` in its signed link. */
export const photoWidths = [320, 640, 800, 960] as const;
export type PhotoWidth = (typeof photoWidths)[number];

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
