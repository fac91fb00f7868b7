/** For tests: real images, made when asked for. */
import sharp from 'sharp'

export interface ImageSize {
  width: number
  height: number
}

/** A flat picture of one colour. */
export const picture = ({ width, height }: ImageSize, background = '#c04040') =>
  sharp({ create: { width, height, channels: 3, background } })

export const png = (size: ImageSize, background?: string): Promise<Buffer> =>
  picture(size, background).png().toBuffer()

/** A moving image of three frames. */
export async function movingGif(size: ImageSize): Promise<Buffer> {
  const frames = await Promise.all(['red', 'lime', 'blue'].map((colour) => png(size, colour)))
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 200, 300], loop: 2 })
    .toBuffer()
}
