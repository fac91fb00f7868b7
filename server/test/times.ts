/** How often something is tried: a few times in `npm test`, as often as it is worth in `npm run stress`. */
export const times = (few: number, many: number) => (process.env.STRESS ? many : few)
