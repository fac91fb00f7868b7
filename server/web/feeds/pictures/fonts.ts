/** The font of the social cards; the build puts its files beside the server. */
import { fileURLToPath } from 'node:url'
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'
import extraBold from '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'

/** Paths of the family `Inter` in its weights 400, 600 and 800. */
export const FONT_FILES = [regular, semiBold, extraBold].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
