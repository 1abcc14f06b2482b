import { tag, xmlDocument } from './xml.ts';

/** An error of S3: a code and a message. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(code: keyof typeof refusals, details?: string) {
    const [status, text] = refusals[code];
    super(details ?? text);
    this.status = status;
    this.code = code;
  }

  toXml(requestId: string): string {
    return xmlDocument(tag('Error', tag('Code', this.code), tag('Message', this.message), tag('RequestId', requestId)));
  }
}

/** Of the error responses that the S3 API reference lists; the last is MinIO's for a full disk. */
const refusals = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  BadDigest: [400, 'The Content-MD5 you specified did not match what we received.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size'],
  IncompleteBody: [400, 'You did not provide the number of bytes specified by the Content-Length HTTP header.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidPart: [400, 'One or more of the specified parts could not be found.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRange: [416, 'The requested range is not satisfiable'],
  MalformedXML: [400, 'The XML you provided was not well-formed or did not validate against our published schema'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The specified multipart upload does not exist.'],
  NotImplemented: [501, 'A header or query you provided implies functionality that is not implemented.'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SignatureDoesNotMatch: [403, 'The request signature we calculated does not match the signature you provided.'],
  XAmzContentSHA256Mismatch: [400, "The provided 'x-amz-content-sha256' header does not match what was computed."],
  XMinioStorageFull: [507, 'Storage backend has reached its minimum free drive threshold.'],
} as const;
