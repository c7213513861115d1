import java.util.Arrays;

public class Board {
    private int[][] cells = new int[6][7];

    public boolean drop(int column, int player) {
        for (int row = 0; row < 6; row++) {
            if (cells[row][column] == 0) {
                cells[row][column] = player;
                return true;
            }
        }
        return false;
    }

    public int cell(int column, int row) {
        return cells[row][column];
    }

    int winner() {
        for (int x = 0; x < 7; x++) for (int y = 0; y < 6; y++) for (int[] d : new int[][] {{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
            int p = cells[y][x], n = 0;
            for (int i = 0; i < 4; i++) {
                int a = x + i * d[0], b = y + i * d[1];
                if (a >= 0 && a < 7 && b >= 0 && b < 6 && cells[b][a] == p) n++;
            }
            if (p != 0 && n == 4) return p;
        }
        return 0;
    }

    boolean isFull() {
        return Arrays.stream(cells[5]).allMatch(cell -> cell != 0);
    }
}
