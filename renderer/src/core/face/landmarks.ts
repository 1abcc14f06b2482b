/** Numbers of points in MediaPipe's face mesh. "Left" is the left of the picture, where a portrait's right eye is. */
export const NOSE_TIP = 4;
export const FOREHEAD = 10;
export const CHIN = 152;
/** From beneath the lower lip to where the chin bends under. */
export const FRONT_OF_CHIN: readonly number[] = [200, 199, 175];
/** Where the nose meets the upper lip. */
export const NOSE_BASE = 2;
export const LEFT_EDGE = 234;
export const RIGHT_EDGE = 454;
export const LEFT_CORNER = 61;
export const RIGHT_CORNER = 291;
export const UPPER_LIP = 13;
export const LOWER_LIP = 14;

/** Around the face, from the forehead clockwise as the viewer sees it. */
export const OVAL: readonly number[] = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/** The rims of an opening, both from the left corner to the right one. */
export interface Rims {
  upper: readonly number[];
  lower: readonly number[];
}

export interface Eye extends Rims {
  /** Rings of skin beyond the rims, from the inside out, each beside the same points of the rim. */
  above: readonly (readonly number[])[];
  below: readonly (readonly number[])[];
}

/** Apples of the cheeks. */
export const LEFT_CHEEK = 50;
export const RIGHT_CHEEK = 280;
/** Elsewhere on the cheek: beside the nose, beside the mouth and below the eye. */
export const BESIDE_LEFT_CHEEK = [205, 206, 36, 101];
export const BESIDE_RIGHT_CHEEK = [425, 426, 266, 330];

export const LEFT_EYE_RIMS: Eye = {
  upper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
  lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
  above: [
    [130, 247, 30, 29, 27, 28, 56, 190, 243],
    [226, 113, 225, 224, 223, 222, 221, 189, 244],
  ],
  below: [
    [130, 25, 110, 24, 23, 22, 26, 112, 243],
    [226, 31, 228, 229, 230, 231, 232, 233, 244],
  ],
};

export const RIGHT_EYE_RIMS: Eye = {
  upper: [362, 398, 384, 385, 386, 387, 388, 466, 263],
  lower: [362, 382, 381, 380, 374, 373, 390, 249, 263],
  above: [
    [463, 414, 286, 258, 257, 259, 260, 467, 359],
    [464, 413, 441, 442, 443, 444, 445, 342, 446],
  ],
  below: [
    [463, 341, 256, 252, 253, 254, 339, 255, 359],
    [464, 453, 452, 451, 450, 449, 448, 261, 446],
  ],
};

export const MOUTH_RIMS: Rims = {
  upper: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  lower: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
};

export const LEFT_BROW: readonly number[] = [70, 63, 105, 66, 107, 46, 53, 52, 65, 55];
export const RIGHT_BROW: readonly number[] = [300, 293, 334, 296, 336, 276, 283, 282, 295, 285];
