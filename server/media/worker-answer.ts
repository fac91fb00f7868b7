/** How `image-worker` ends and what it says before the image's bytes: a line of JSON. */

export interface WorkerAnswer {
  width: number
  height: number
}

/** Exit statuses beside 0. */
export const EXIT_UNREADABLE = 3
export const EXIT_UNAVAILABLE = 4
export const EXIT_TOO_MANY_PIXELS = 5
