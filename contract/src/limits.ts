/** Limits of the product, published and tested. Sizes in bytes, times in milliseconds unless the name says otherwise. */
export const limits = {
  jsonBodyBytes: 256 * 1024,
  photoBytes: 5 * 1024 * 1024,
  photoPixels: 50_000_000,
  /** Passes over the picture in a progressive JPEG; encoders write about ten. */
  photoScans: 100,
  photoMinSide: 540,
  photoRecommendedSide: 720,
  /** Longest side the server keeps; larger photos are reduced to it. */
  photoStoredSide: 2400,
  filesPerUpload: 20,
  /** Of a film whose origin is asked for. */
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
  /** How long the audit log says who acted, once the account is deleted. */
  auditNameDays: 365,
  /** How long errors, and runs of background tasks, are kept; what was counted of them stays. */
  historyDays: 400,
  /** How long it is kept on which days somebody was signed in; how many were, stays. */
  activityDays: 90,
  uploadTimeoutMs: 30_000,
  /** The browser reduces files above this size. */
  downscaleAboveBytes: 1024 * 1024,
  downscaleSide: 1200,
  downscaleQuality: 0.7,
  passwordMin: 8,
  passwordMax: 256,
} as const;

/** Widths in pixels in which a photo is shown beside its own: `w` in its signed link. */
export const photoWidths = [320, 640, 800, 960] as const;
export type PhotoWidth = (typeof photoWidths)[number];

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
