/** Landmark indices of MediaPipe's face mesh. "Left" is the left of the picture, where a portrait's right eye is. */
export const NOSE_TIP = 4;
export const FOREHEAD = 10;
export const CHIN = 152;
/** From below the lower lip to where the chin bends under. */
export const FRONT_OF_CHIN: readonly number[] = [200, 199, 175];
/** Where the nose meets the upper lip. */
export const NOSE_BASE = 2;
export const LEFT_EDGE = 234;
export const RIGHT_EDGE = 454;
/** The wings of the nose, where the folds to the corners of the mouth begin. */
export const LEFT_WING = 129;
export const RIGHT_WING = 358;
export const LEFT_CORNER = 61;
export const RIGHT_CORNER = 291;
export const UPPER_LIP = 13;
export const LOWER_LIP = 14;
/** Where the lips meet the skin above and below them, in the middle. */
export const UPPER_LIP_EDGE = 0;
export const LOWER_LIP_EDGE = 17;

/** The face contour, clockwise as seen by the viewer, starting at the forehead. */
export const OVAL: readonly number[] = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];

/** The two rims of an eye or of the mouth, each from its left to its right corner. */
export interface Rims {
  upper: readonly number[];
  lower: readonly number[];
}

export interface Eye extends Rims {
  /** Rings of skin beyond each rim, from the inside out, with one point per rim point. */
  above: readonly (readonly number[])[];
  below: readonly (readonly number[])[];
}

/** Cheekbones. */
export const LEFT_CHEEK = 50;
export const RIGHT_CHEEK = 280;
/** More places on the cheek: beside the nose, beside the mouth and below the eye. */
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

/** Landmarks refined by the model's separate outputs for lips and eyes, in the outputs' order (MediaPipe). */
export const LIPS = [
  61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78, 95, 88, 178, 87, 14,
  317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415, 76, 77, 90, 180, 85, 16, 315, 404, 320, 307, 306,
  184, 74, 73, 72, 11, 302, 303, 304, 408, 62, 96, 89, 179, 86, 15, 316, 403, 319, 325, 292, 183, 42, 41, 38, 12, 268,
  271, 272, 407,
];
export const LEFT_EYE = [
  33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25, 110, 24, 23, 22, 26, 112, 243,
  247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230, 231, 232, 233, 244, 113, 225, 224, 223, 222, 221, 189, 35, 124,
  46, 53, 52, 65, 143, 111, 117, 118, 119, 120, 121, 128, 245, 156, 70, 63, 105, 66, 107, 55, 193,
];
export const RIGHT_EYE = [
  263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359, 255, 339, 254, 253, 252, 256,
  341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261, 448, 449, 450, 451, 452, 453, 464, 342, 445, 444, 443, 442,
  441, 413, 265, 353, 276, 283, 282, 295, 372, 340, 346, 347, 348, 349, 350, 357, 465, 383, 300, 293, 334, 296, 336,
  285, 417,
];

/**
 * For each landmark, its mirror point on the other side of the face; points on the midline map to themselves. Derived
 * from the mesh's topology, outwards from the line between forehead and chin (MediaPipe).
 */
export const MIRROR_LANDMARKS: readonly number[] = [
  0, 1, 2, 248, 4, 5, 6, 249, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 250, 251, 252, 253, 254, 255, 256, 257, 258,
  259, 260, 261, 262, 263, 264, 265, 266, 267, 268, 269, 270, 271, 272, 273, 274, 275, 276, 277, 278, 279, 280, 281,
  282, 283, 284, 285, 286, 287, 288, 289, 290, 291, 292, 293, 294, 295, 296, 297, 298, 299, 300, 301, 302, 303, 304,
  305, 306, 307, 308, 309, 310, 311, 312, 313, 314, 315, 316, 317, 318, 319, 320, 321, 322, 323, 94, 324, 325, 326, 327,
  328, 329, 330, 331, 332, 333, 334, 335, 336, 337, 338, 339, 340, 341, 342, 343, 344, 345, 346, 347, 348, 349, 350,
  351, 352, 353, 354, 355, 356, 357, 358, 359, 360, 361, 362, 363, 364, 365, 366, 367, 368, 369, 370, 371, 372, 373,
  374, 375, 376, 377, 378, 379, 151, 152, 380, 381, 382, 383, 384, 385, 386, 387, 388, 389, 390, 164, 391, 392, 393,
  168, 394, 395, 396, 397, 398, 399, 175, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414,
  415, 416, 417, 418, 195, 419, 197, 420, 199, 200, 421, 422, 423, 424, 425, 426, 427, 428, 429, 430, 431, 432, 433,
  434, 435, 436, 437, 438, 439, 440, 441, 442, 443, 444, 445, 446, 447, 448, 449, 450, 451, 452, 453, 454, 455, 456,
  457, 458, 459, 460, 461, 462, 463, 464, 465, 466, 467, 3, 7, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
  34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62,
  63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91,
  92, 93, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117,
  118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140,
  141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 165, 166,
  167, 169, 170, 171, 172, 173, 174, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
  192, 193, 194, 196, 198, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218,
  219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241,
  242, 243, 244, 245, 246, 247,
];
